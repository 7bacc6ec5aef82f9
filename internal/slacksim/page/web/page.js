'use strict';
// The page is rendered by the server, whole. This script fetches it again when
// the server tells of a change, exchanges the parts that differ, and sends
// forms without leaving the page.
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const served = new Map(); // id of a part → its HTML as the server sent it
  const touched = new Map(); // id of a field that the person changed → when, as a count
  let touches = 0;
  const touch = (id) => touched.set(id, ++touches);
  let opener = null; // id of what had the focus before a dialog opened
  let asking = null; // what to do when a confirm dialog says yes

  // --- exchanging parts ---
  function remember(list) {
    for (const el of list.children) {
      if ('keyed' in el.dataset) remember(el);
      else served.set(el.id, el.outerHTML);
    }
  }

  function exchange(now, next) {
    const fresh = now.dataset.where !== next.dataset.where;
    const atEnd = fresh || now.scrollHeight - now.scrollTop - now.clientHeight < 60;
    for (const name of ['data-where', 'aria-label']) if (next.hasAttribute(name)) now.setAttribute(name, next.getAttribute(name));
    const wanted = new Set([...next.children].map((el) => el.id));
    for (const el of [...now.children]) if (!wanted.has(el.id)) el.remove();
    let place = now.firstElementChild;
    for (const el of [...next.children]) {
      const old = document.getElementById(el.id);
      if (!old) { now.insertBefore(el, place); if ('keyed' in el.dataset) remember(el); }
      else if ('keyed' in old.dataset && 'keyed' in el.dataset) exchange(old, el);
      else if (served.get(el.id) !== el.outerHTML) replace(old, el);
      if (!('keyed' in el.dataset)) served.set(el.id, pristine.get(el));
      place = document.getElementById(el.id).nextElementSibling;
    }
    if (now.matches('.scroll') && atEnd) now.scrollTop = now.scrollHeight;
  }

  const pristine = new WeakMap(); // a fetched element → its HTML before anything was carried over
  function takePristine(root) { for (const el of $$('[data-keyed] > :not([data-keyed])', root)) pristine.set(el, el.outerHTML); }

  // replace puts a part in the place of another and carries over the focus,
  // what was typed, and what is open.
  function replace(old, el) {
    const active = old.contains(document.activeElement) ? document.activeElement : null;
    const range = active && 'selectionStart' in active ? [active.selectionStart, active.selectionEnd] : null;
    const scroll = $('.scroll', old)?.scrollTop;
    for (const field of $$('input[id], textarea[id], select[id]', el)) {
      const was = document.getElementById(field.id);
      if (!was || !touched.has(field.id)) continue;
      if (field.type === 'checkbox' || field.type === 'radio') field.checked = was.checked;
      else if (field.multiple) [...field.options].forEach((o, i) => { o.selected = was.options[i]?.selected; });
      else field.value = was.value;
    }
    for (const summary of $$('details > summary[id]', old)) $(`[id="${summary.id}"]`, el)?.parentElement.toggleAttribute('open', summary.parentElement.open);
    const confirm = $('dialog.confirm[open]', old)?.id;
    if (el.matches('dialog') && old.open) old.replaceChildren(...el.childNodes); else old.replaceWith(el);
    if (scroll) $('.scroll', document.getElementById(el.id)).scrollTop = scroll;
    if (confirm) document.getElementById(confirm)?.showModal();
    const target = active?.id && document.getElementById(active.id);
    if (target) { target.focus({ preventScroll: true }); if (range?.[0] != null) try { target.setSelectionRange(...range); } catch { /* not a text field */ } }
    else if (active && el.matches('dialog')) focusFirst(document.getElementById(el.id));
  }

  let running = false, again = false;
  async function refresh() {
    if (running) { again = true; return; }
    running = true;
    try {
      const answer = await fetch(location.href, { headers: { Accept: 'text/html' } });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      takePristine(page);
      document.title = page.title;
      exchange($('#app'), $('#app', page));
      showModal();
      news();
      $('#offline').hidden = true;
    } catch { $('#offline').hidden = false; }
    running = false;
    if (again) { again = false; refresh(); }
  }

  // --- dialogs ---
  function focusOn(el) { el?.focus(); if (el?.matches('textarea, input') && el.value) try { el.setSelectionRange(el.value.length, el.value.length); } catch { /* not a text field */ } }
  const focusFirst = (dialog) => focusOn($('[aria-invalid]', dialog) ?? $('[autofocus]', dialog) ?? $('.scroll :is(input:not([type=hidden]), select, textarea, button)', dialog) ?? $('.foot button:last-child', dialog));
  function showModal() {
    const modal = $('#modal');
    if (modal && !modal.open) { opener = document.activeElement?.id; modal.showModal(); focusFirst(modal); }
    if (!modal && opener !== null) { (document.getElementById(opener) ?? $('#composer-text') ?? $('#title'))?.focus(); opener = null; }
    if (modal) { const bad = $('[aria-invalid]', modal); if (bad && modal.dataset.shown !== bad.id) focusOn(bad); modal.dataset.shown = bad?.id ?? ''; }
  }
  function ask(id, yes, no) {
    const dialog = document.getElementById(id);
    asking = { yes, no };
    dialog.showModal();
  }

  // --- sending ---
  // A message leaves its box at once, so that the next one can be written while
  // the first is on its way. One that fails comes back, before what was written
  // since.
  const isMessage = (form, extra) => form.matches('.composer') && extra.length === 0;
  function write(id, text) {
    const box = document.getElementById(id);
    if (!box) return;
    box.value = text;
    grow(box);
    if (text) touch(id); else touched.delete(id);
  }
  function giveBack(id, text) {
    write(id, [text, document.getElementById(id)?.value].filter(Boolean).join('\n'));
  }
  const closeMenus = (form) => $$('details.menu[open]', form).forEach((el) => { el.open = false; });

  async function send(form, extra) {
    const body = new URLSearchParams(new FormData(form));
    for (const [name, value] of extra) body.append(name, value);
    const box = isMessage(form, extra) ? $('textarea', form) : null, text = box?.value;
    if (box) { write(box.id, ''); closeMenus(form); }
    const sent = [...form.elements].map((el) => [el.id, touched.get(el.id)]).filter(([, at]) => at);
    form.setAttribute('aria-busy', 'true');
    try {
      const answer = await fetch(form.action, { method: 'POST', body, headers: { Accept: 'application/json' } });
      if (!answer.ok) throw new Error(await answer.text());
      const said = await answer.json();
      if (said.note) toast(said.note, !said.ok);
      if (said.ok) {
        for (const [id, at] of sent) if (touched.get(id) === at) touched.delete(id); // what was changed since is not sent
        if (!box) closeMenus(form);
      } else if (box) giveBack(box.id, text);
      go(said.url);
    } catch (err) { if (box) giveBack(box.id, text); toast(err.message || 'The playground does not answer.', true); }
    form.removeAttribute('aria-busy');
    await refresh();
  }
  function go(url) { if (url && url !== location.pathname + location.search) { history.pushState(null, '', url); listen(); } }
  function toast(words, bad) {
    const el = document.createElement('p');
    el.textContent = words;
    el.className = bad ? 'bad' : '';
    $('#toasts').append(el);
    setTimeout(() => el.remove(), 8000);
  }
  // news marks the conversations in which something came since they were last looked at.
  function news() {
    const me = $('#as').value;
    for (const entry of $$('#rail [data-latest]')) {
      const key = `seen ${me} ${entry.id}`;
      if (entry.hasAttribute('aria-current')) localStorage.setItem(key, entry.dataset.latest);
      const fresh = entry.dataset.latest > (localStorage.getItem(key) ?? '');
      $('.new', entry).hidden = !fresh;
      if (fresh && entry.name === 'tab') entry.value = 'messages';
    }
  }
  const grow = (el) => { el.rows = Math.min(8, el.value.split('\n').length); };

  document.addEventListener('submit', (event) => {
    const form = event.target, by = event.submitter;
    if (!('do' in form.dataset)) return;
    event.preventDefault();
    if (by?.name === 'nothing') return;
    const extra = by?.name ? [[by.name, by.value]] : [];
    if (by?.dataset.confirm) ask(by.dataset.confirm, () => send(form, extra));
    else if (isMessage(form, extra) || form.getAttribute('aria-busy') !== 'true') send(form, extra);
  });
  document.addEventListener('change', (event) => {
    const el = event.target;
    if (el.closest('[data-jump]')) { const q = new URLSearchParams(new FormData(el.form)); go('/?' + q); refresh(); return; }
    if (!('dispatch' in el.dataset)) return;
    const choose = () => send(el.form, [['choose', el.dataset.dispatch]]);
    if (el.dataset.confirm) ask(el.dataset.confirm, choose, () => { touched.delete(el.id); el.form.reset(); });
    else choose();
  });
  document.addEventListener('input', (event) => {
    const el = event.target;
    if (el.id) touch(el.id);
    if ('enter' in el.dataset) { grow(el); const menu = $('details.menu', el.form); if (menu) menu.open = /^[/@]$/.test(el.value); }
    if ('suggest' in el.dataset) suggest(el);
  });
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[data-nav]');
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); go(link.getAttribute('href')); refresh(); }
    const also = event.target.closest('[data-also]');
    if (also) send(also.closest('form'), [['click', also.dataset.also]]);
    const insert = event.target.closest('[data-insert]');
    if (insert) { const box = document.getElementById(insert.dataset.into ?? 'composer-text'); box.value = insert.dataset.insert + (insert.dataset.into ? box.value.replace(/^[/@]$/, '') : ''); touch(box.id); box.focus(); }
    const say = event.target.closest('[data-answer]');
    if (say) { const { yes, no } = asking; asking = null; say.closest('dialog').close(); (say.dataset.answer === 'yes' ? yes : no)?.(); }
    for (const menu of $$('details.menu[open]')) if (!menu.contains(event.target) || insert) menu.open = false;
  });
  document.addEventListener('cancel', (event) => { // Esc in a dialog
    if (event.target.matches('.confirm')) { asking?.no?.(); asking = null; }
    if (event.target.matches('[data-modal]')) { event.preventDefault(); $('#modal-close').click(); }
  }, true);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing && 'enter' in event.target.dataset) { event.preventDefault(); event.target.form.requestSubmit($('.send', event.target.form)); }
    if (event.key !== 'Escape' || event.target.closest('dialog')) return;
    const menu = $('details.menu[open]');
    if (menu) { menu.open = false; $('summary', menu).focus(); } else $('#thread-close')?.click();
  });
  document.addEventListener('toggle', async (event) => { // the body of an exchange
    const el = event.target, body = el.dataset.load && $('pre', el);
    if (body && el.open && !body.textContent) body.textContent = await (await fetch(el.dataset.load)).text();
  }, true);

  let typing;
  function suggest(el) {
    clearTimeout(typing);
    if (el.value.length < Number(el.dataset.least)) return;
    typing = setTimeout(async () => {
      const q = new URLSearchParams(new FormData(el.form));
      const here = new URLSearchParams(location.search);
      const query = new URLSearchParams({ as: here.get('as') ?? $('#as').value, c: new URL(q.get('at'), location).searchParams.get('c'), ts: q.get('ts') ?? '', view: q.get('view') ?? '', element: el.dataset.suggest, q: el.value });
      const answer = await fetch('/ui/suggest?' + query);
      const menu = document.getElementById(el.dataset.for);
      const found = answer.ok ? await answer.json() : [];
      menu.replaceChildren(...(menu.multiple ? [...menu.selectedOptions] : [new Option(found.length ? `${found.length} found` : 'Nothing found', '')]), ...found.map((o) => new Option(o.group ? `${o.group}: ${o.text}` : o.text, o.value)));
      touch(menu.id);
    }, 150);
  }

  // --- listening ---
  let stream, soon;
  function listen() {
    stream?.close();
    stream = new EventSource('/ui/events' + location.search);
    stream.onmessage = () => { clearTimeout(soon); soon = setTimeout(refresh, 40); };
    stream.onopen = refresh;
    stream.onerror = () => { $('#offline').hidden = false; };
  }
  addEventListener('popstate', () => { listen(); refresh(); });

  remember($('#app'));
  if (matchMedia('(max-width: 760px)').matches) $('.rail-menu').open = false;
  for (const el of $$('.scroll[role=log]')) el.scrollTop = el.scrollHeight;
  showModal();
  news();
  listen();
})();
