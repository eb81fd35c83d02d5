import type { Tx } from '../../../platform/database/database.ts'
import type { Reactions } from '../../../platform/reactions.ts'
import { escapeText } from '../../../platform/discord-text.ts'
import type { OutgoingMessage } from '../errands/errands.port.ts'
import { channelsOfType } from '../discord/discord.port.ts'
import { keepPost } from '../posts/posts.port.ts'
import { currentConduct, type Conduct } from './conduct.repo.ts'

/** Below what Discord takes. */
const PART = 1900
/** More than 8,000 characters can take, however many of them need a backslash. */
const MAX_PARTS = 30

const subjectOf = (part: number): string => `conduct:${part}`

/** The messages that it takes, in order; the button is on the last one. */
export function conductMessages({ number, text }: Conduct): OutgoingMessage[] {
  const parts = inParts([`**Code of conduct, version ${number}**`, '', ...text.split('\n').flatMap(inLines)])
  return parts.map((part, index) =>
    index < parts.length - 1
      ? { text: part }
      : { text: part, buttons: [{ id: `conduct:accept:${number}`, label: 'I accept', style: 'primary' }] },
  )
}

/** A line as it shows, cut at spaces if it is longer than a message. */
function inLines(line: string): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(/\s+/).flatMap(inPieces)) {
    const longer = current === '' ? word : `${current} ${word}`
    if (longer.length <= PART) current = longer
    else {
      lines.push(current)
      current = word
    }
  }
  return [...lines, current]
}

/** Up to three times as long as it shows, where characters have to be hidden from Discord. */
const PIECE = /.{1,600}/gsu
/** A word as it shows, in pieces that fit into a message. */
const inPieces = (word: string): string[] => (word.match(PIECE) ?? ['']).map(escapeText)

function inParts(lines: readonly string[]): string[] {
  const parts: string[] = []
  let current: string | undefined
  for (const line of lines) {
    const longer: string = current === undefined ? line : `${current}\n${line}`
    if (longer.length <= PART) current = longer
    else {
      if (current !== undefined) parts.push(current)
      current = line
    }
  }
  // A message that is blank can't be sent.
  return [...parts, ...(current === undefined ? [] : [current])].filter((part) => part.trim() !== '')
}

/** Kept in the order of its parts: a channel's messages are sent one after the other. */
async function keepIn(tx: Tx, channelId: string, messages: readonly OutgoingMessage[]): Promise<void> {
  for (let part = 0; part < MAX_PARTS; part++)
    await keepPost(tx, { channelId, subject: subjectOf(part + 1), message: messages[part] ?? null })
}

export async function postConduct(tx: Tx, conduct: Conduct): Promise<void> {
  const messages = conductMessages(conduct)
  for (const { channelId } of await channelsOfType(tx, ['CoCBotInfo'])) await keepIn(tx, channelId, messages)
}

export const conductChannelTyped: Reactions['channelTyped'] = async (tx, { channelId, was, type }) => {
  if ((was === 'CoCBotInfo') === (type === 'CoCBotInfo')) return
  const conduct = type === 'CoCBotInfo' ? await currentConduct(tx) : null
  await keepIn(tx, channelId, conduct ? conductMessages(conduct) : [])
}
