import type { Tx } from '../../../platform/database/database.ts'
import type { Reactions } from '../../../platform/reactions.ts'
import { escapeText } from '../../../platform/discord-text.ts'
import type { OutgoingMessage } from '../errands/errands.port.ts'
import { channelsOfType } from '../discord/discord.port.ts'
import { keepPost } from '../posts/posts.port.ts'
import { currentConduct, type Conduct } from './conduct.repo.ts'

/** Characters in a message: a little below Discord's limit. */
const MAX_LENGTH = 1900
/** Enough messages for 8,000 characters, even if each of them needs a backslash. */
const MAX_PARTS = 30

const subjectOf = (part: number): string => `conduct:${part}`

/** The messages that the text takes, in order. The last one has the button. */
export function conductMessages({ number, text }: Conduct): OutgoingMessage[] {
  const parts = joinLines([`**Code of conduct, version ${number}**`, '', ...text.split('\n').flatMap(splitLine)])
  return parts.map((part, index) =>
    index < parts.length - 1
      ? { text: part }
      : { text: part, buttons: [{ id: `conduct:accept:${number}`, label: 'I accept', style: 'primary' }] },
  )
}

/** Escapes a line, and splits it at spaces if it is longer than a message. */
function splitLine(line: string): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(/\s+/).flatMap(splitWord)) {
    const longer = current === '' ? word : `${current} ${word}`
    if (longer.length <= MAX_LENGTH) current = longer
    else {
      lines.push(current)
      current = word
    }
  }
  return [...lines, current]
}

/** A piece gets up to three times as long when it is escaped. */
const PIECE = /.{1,600}/gsu
/** Escapes a word, and splits it into pieces that fit into a message. */
const splitWord = (word: string): string[] => (word.match(PIECE) ?? ['']).map(escapeText)

function joinLines(lines: readonly string[]): string[] {
  const parts: string[] = []
  let current: string | undefined
  for (const line of lines) {
    const longer: string = current === undefined ? line : `${current}\n${line}`
    if (longer.length <= MAX_LENGTH) current = longer
    else {
      if (current !== undefined) parts.push(current)
      current = line
    }
  }
  // Discord refuses a blank message.
  return [...parts, ...(current === undefined ? [] : [current])].filter((part) => part.trim() !== '')
}

/** Keeps the messages in their order, which is the order in which a channel's messages are sent. */
async function keepMessages(tx: Tx, channelId: string, messages: readonly OutgoingMessage[]): Promise<void> {
  for (let part = 0; part < MAX_PARTS; part++)
    await keepPost(tx, { channelId, subject: subjectOf(part + 1), message: messages[part] ?? null })
}

export async function postConduct(tx: Tx, conduct: Conduct): Promise<void> {
  const messages = conductMessages(conduct)
  for (const { channelId } of await channelsOfType(tx, ['CoCBotInfo'])) await keepMessages(tx, channelId, messages)
}

export const conductChannelTyped: Reactions['channelTyped'] = async (tx, { channelId, was, type }) => {
  if ((was === 'CoCBotInfo') === (type === 'CoCBotInfo')) return
  const conduct = type === 'CoCBotInfo' ? await currentConduct(tx) : null
  await keepMessages(tx, channelId, conduct ? conductMessages(conduct) : [])
}
