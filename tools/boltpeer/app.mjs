// An app on Slack's official framework. It is the independent peer of the pretend Slack: what works here with the
// framework's own clients, parsers and signature checks does not rest on this project's reading of the wire.
//
// Environment: PEER_MODE (socket or http), PEER_API_URL, SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET.
// It prints "ready PORT" once it runs (0 in Socket Mode) and ends when its standard input does.
import bolt from '@slack/bolt';

const { App, LogLevel } = bolt;
const socketMode = process.env.PEER_MODE === 'socket';
const app = new App({
  token: process.env.SLACK_BOT_TOKEN,
  ...(socketMode
    ? { appToken: process.env.SLACK_APP_TOKEN, socketMode: true }
    : { signingSecret: process.env.SLACK_SIGNING_SECRET, endpoints: '/slack' }),
  clientOptions: { slackApiUrl: process.env.PEER_API_URL },
  logLevel: LogLevel.ERROR,
});

const plain = (text) => ({ type: 'plain_text', text });
const button = (label, actionId, value) => ({ type: 'button', text: plain(label), action_id: actionId, value });
const form = {
  type: 'modal',
  callback_id: 'flag',
  title: plain('Flag a fact'),
  submit: plain('Send'),
  notify_on_close: true,
  private_metadata: 'RDMA-7',
  blocks: [
    { type: 'input', block_id: 'reason', label: plain('Reason'), element: { type: 'plain_text_input', action_id: 'text' } },
  ],
};

app.command('/rdma', async ({ command, ack, respond }) => {
  if (command.text === 'later') {
    await ack();
    await respond({ response_type: 'in_channel', text: `later: ${command.user_name}` });
    return;
  }
  if (command.text === 'button') {
    await ack({ text: 'a button', blocks: [{ type: 'actions', elements: [button('Press', 'press', 'fact 7')] }] });
    return;
  }
  await ack({ response_type: 'ephemeral', text: `you asked ${command.text}` });
});

app.event('app_mention', async ({ event, say }) => {
  await say({ text: `heard ${event.text}`, thread_ts: event.thread_ts ?? event.ts });
});

app.message(async ({ message, say }) => {
  if (message.channel_type === 'im') await say(`echo ${message.text}`);
});

app.action('press', async ({ action, ack, respond }) => {
  await ack();
  await respond({ replace_original: true, text: `pressed ${action.value}` });
});

app.shortcut('lookup', async ({ shortcut, ack, client }) => {
  await ack();
  await client.views.open({ trigger_id: shortcut.trigger_id, view: form });
});

app.shortcut('check', async ({ shortcut, ack, respond }) => {
  await ack();
  await respond(`checked ${shortcut.message.text}`);
});

app.view('flag', async ({ view, ack, body, client }) => {
  const reason = view.state.values.reason.text.value;
  if (reason === 'bad') {
    await ack({ response_action: 'errors', errors: { reason: 'Say more' } });
    return;
  }
  await ack();
  await client.chat.postMessage({ channel: body.user.id, text: `flagged ${view.private_metadata}: ${reason}` });
});

app.view({ callback_id: 'flag', type: 'view_closed' }, async ({ ack, body, client }) => {
  await ack();
  await client.chat.postMessage({ channel: body.user.id, text: 'closed' });
});

app.event('app_home_opened', async ({ event, client }) => {
  const blocks = [{ type: 'section', text: plain(`home of ${event.user}`) }];
  await client.views.publish({ user_id: event.user, view: { type: 'home', blocks } });
});

const server = await app.start({ port: 0, host: '127.0.0.1' });
console.log(`ready ${socketMode ? 0 : server.address().port}`);
process.stdin.on('end', () => process.exit(0)).resume();
