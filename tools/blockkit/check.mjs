// Type-checks a folder of emitted payloads: node check.mjs FOLDER
//
// Each FOLDER/*.json is {"kind":"message"|"modal"|"home","payload":{…}}. Every
// payload becomes a typed literal, and tsc says what Slack's typings refuse.
// Exit code 0: all fit; 1: some do not; 2: nothing could be checked.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const types = { message: 'Message', modal: 'Modal', home: 'Home' };
const header = 2; // lines before the literal

// What Slack documents and its typings lack: dropped before the check.
const unknownToTypings = (v) => ['citation', 'layout', 'data_visualization'].includes(v?.type);

function withoutFalseAlarms(v) {
  if (Array.isArray(v)) return v.filter((e) => !unknownToTypings(e)).map(withoutFalseAlarms);
  if (v === null || typeof v !== 'object') return v;
  const kept = Object.entries(v).filter(
    ([key]) => !(v.type === 'header' && key === 'level') && !(v.type === 'rich_text_list' && key === 'offset'),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutFalseAlarms(value)]));
}

function literal(file) {
  const { kind, payload } = JSON.parse(readFileSync(file, 'utf8'));
  if (!(kind in types)) throw new Error(`${basename(file)}: kind is ${JSON.stringify(kind)}, want message, modal or home`);
  return `import type { ${types[kind]} } from './types';\nexport const payload: ${types[kind]} =\n`
    + `${JSON.stringify(withoutFalseAlarms(payload), null, 2)};\n`;
}

// complaint turns a line of tsc into one about the JSON file.
function complaint(line, names) {
  const m = /^(?:.*\/)?p(\d+)\.ts\((\d+),\d+\): error TS\d+: (.*)$/.exec(line);
  return m ? `${names[m[1]]}:${m[2] - header}: ${m[3]}` : line;
}

function main(folder) {
  if (!folder) throw new Error('usage: node check.mjs FOLDER');
  const names = readdirSync(folder).filter((n) => n.endsWith('.json')).sort();
  if (names.length === 0) throw new Error(`${folder}: no *.json files`);
  const work = mkdtempSync(join(here, 'node_modules', '.check-'));
  try {
    cpSync(join(here, 'types.ts'), join(work, 'types.ts'));
    names.forEach((name, i) => writeFileSync(join(work, `p${i}.ts`), literal(join(folder, name))));
    const args = ['--noEmit', '--strict', '--module', 'esnext', '--moduleResolution', 'bundler',
      '--target', 'es2022', '--pretty', 'false', ...names.map((_, i) => join(work, `p${i}.ts`))];
    try {
      execFileSync(process.execPath, [join(here, 'node_modules', 'typescript', 'lib', 'tsc.js'), ...args], { cwd: work, encoding: 'utf8' });
    } catch (err) {
      if (!err.stdout) throw err;
      console.error(err.stdout.trimEnd().split('\n').map((l) => complaint(l, names)).join('\n'));
      return 1;
    }
    console.log(`${names.length} payloads fit Slack's typings`);
    return 0;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

try {
  process.exitCode = main(process.argv[2] && resolve(process.argv[2]));
} catch (err) {
  console.error(`blockkit: ${err.message}`);
  process.exitCode = 2;
}
