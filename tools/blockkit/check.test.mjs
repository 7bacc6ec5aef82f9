import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('check.mjs', import.meta.url));

function check(t, files) {
  const folder = mkdtempSync(join(tmpdir(), 'blockkit-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(content));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

const text = { type: 'plain_text', text: 'x', emoji: false };
const message = (...blocks) => ({ kind: 'message', payload: { text: 'x', blocks } });
const modal = { kind: 'modal', payload: { type: 'modal', title: text, submit: text, blocks: [{ type: 'input', label: text, element: { type: 'plain_text_input' } }] } };

test('what fits, passes', (t) => {
  const got = check(t, {
    'a.json': message({ type: 'section', text }, { type: 'context', elements: [{ type: 'mrkdwn', text: 'x', verbatim: true }] }),
    'b.json': modal,
    'c.json': { kind: 'home', payload: { type: 'home', blocks: [{ type: 'divider' }] } },
  });
  assert.equal(got.status, 0, got.output);
});

test('known false alarms are passed over', (t) => {
  const got = check(t, {
    'a.json': message(
      { type: 'header', text, level: 2 },
      { type: 'layout', label: 'l', rows: [] },
      { type: 'rich_text', elements: [{ type: 'rich_text_list', style: 'bullet', offset: 1, elements: [{ type: 'rich_text_section', elements: [{ type: 'citation', url: 'https://example.com' }] }] }] },
    ),
  });
  assert.equal(got.status, 0, got.output);
});

for (const [name, payload] of Object.entries({
  'unknown field': message({ type: 'divider', colour: 'red' }),
  'unknown field deep inside': message({ type: 'actions', elements: [{ type: 'button', text, onclick: 'x' }] }),
  'emoji on mrkdwn': message({ type: 'section', text: { type: 'mrkdwn', text: 'x', emoji: true } }),
  'mrkdwn in a header': message({ type: 'header', text: { type: 'mrkdwn', text: 'x' } }),
  'unknown block': message({ type: 'sektion', text }),
  'missing field': message({ type: 'header' }),
  'bad word': message({ type: 'actions', elements: [{ type: 'button', text, style: 'loud' }] }),
  'modal without title': { kind: 'modal', payload: { type: 'modal', blocks: [] } },
})) {
  test(`${name} is refused, with the file's name`, (t) => {
    const got = check(t, { 'good.json': modal, 'bad.json': payload });
    assert.equal(got.status, 1, got.output);
    assert.match(got.output, /^bad\.json:\d+: /m);
    assert.doesNotMatch(got.output, /good\.json/);
  });
}

test('nothing to check is an error', (t) => {
  assert.equal(check(t, {}).status, 2);
  assert.equal(check(t, { 'a.json': { kind: 'letter', payload: {} } }).status, 2);
});
