// The shapes that emitted payloads are held to. Blocks are the known ones
// only: the typings' own views also admit any object with a type.
import type { HomeView, KnownBlock, MessageAttachment, MessageMetadata, ModalView } from '@slack/types';

type WithBlocks<T> = Omit<T, 'blocks'> & { blocks: KnownBlock[] };

export type Modal = WithBlocks<ModalView>;
export type Home = WithBlocks<HomeView>;

export interface Message {
  text?: string;
  blocks?: KnownBlock[];
  attachments?: (Omit<MessageAttachment, 'blocks'> & { blocks?: KnownBlock[] })[];
  metadata?: MessageMetadata;
  channel?: string;
  user?: string;
  ts?: string;
  thread_ts?: string;
  reply_broadcast?: boolean;
  response_type?: 'ephemeral' | 'in_channel';
  replace_original?: boolean;
  delete_original?: boolean;
  unfurl_links?: boolean;
  unfurl_media?: boolean;
  mrkdwn?: boolean;
  parse?: 'none' | 'full';
  link_names?: boolean;
}
