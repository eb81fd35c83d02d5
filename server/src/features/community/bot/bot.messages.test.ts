import { setImmediate as tick } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MessageReader } from './bot.port.ts'
import { createMessageFeed, MAX_MESSAGES_WAITING } from './bot.messages.ts'

const FOLLOWED = '100'
const OTHER = '200'
let told: string[]
let held: PromiseWithResolvers<void> | undefined
const broken = vi.fn<(error: unknown) => void>()
const error = vi.fn<() => void>()
beforeEach(() => {
  told = []
  held = undefined
  broken.mockReset()
  error.mockReset()
})

const reader: MessageReader = {
  follows: (channelId) => channelId === FOLLOWED || channelId === OTHER,
  seen: async (channelId, { messageId, text, isByPerson }) => {
    if (channelId === FOLLOWED) await held?.promise
    told.push(`${messageId} ${text}${isByPerson ? '' : ' (not by a person)'}`)
  },
  deleted: async (_channelId, messageIds) => void told.push(`deleted ${messageIds.join(' ')}`),
  missed: async (channelId) => void told.push(`missed ${channelId}`),
}
const messageFeed = (over: Partial<MessageReader> = {}) =>
  createMessageFeed({
    parts: [{}, { messages: { ...reader, ...over } }],
    log: { error } as unknown as FastifyBaseLogger,
    isClosed: () => false,
    onBroken: broken,
  })
const message = (id: number, channel_id = FOLLOWED, more = {}) => ({
  id: String(id),
  channel_id,
  type: 0,
  author: { id: '1', username: 'rosa', bot: false },
  content: 'Hello',
  attachments: [],
  timestamp: new Date(),
  ...more,
})

test('messages in a channel that nobody follows are not passed on', async () => {
  const { message: see, messageDeleted, messagesDeleted } = messageFeed()
  see(message(1, '999'))
  messageDeleted({ id: '1', channel_id: '999' })
  messagesDeleted({ ids: ['1', '2'], channel_id: '999' })
  see(message(2))
  see(message(3, FOLLOWED, { type: 6 }))
  see(message(4, FOLLOWED, { author: { id: '2', username: 'bot', bot: true } }))
  messagesDeleted({ ids: ['2', '3'], channel_id: FOLLOWED })
  await tick()
  expect(told).toEqual(['2 Hello', '3 Hello (not by a person)', '4 Hello (not by a person)', 'deleted 2 3'])
})

test('waiting messages are bounded: readers of a channel with more are told once, at the end, that they missed some', async () => {
  held = Promise.withResolvers()
  const { message: see } = messageFeed()
  see(message(1, OTHER))
  await tick()
  expect(told).toEqual(['1 Hello'])
  for (let id = 1; id <= MAX_MESSAGES_WAITING + 300; id += 1) see(message(id))
  await tick()
  expect(told).toEqual(['1 Hello'])
  held.resolve()
  await tick()
  expect(told.slice(1)).toEqual([...Array.from({ length: MAX_MESSAGES_WAITING }, (_, i) => `${i + 1} Hello`), `missed ${FOLLOWED}`])
  see(message(9000))
  await tick()
  expect(told.at(-1)).toBe('9000 Hello')
})

test('a busy channel does not hold up another', async () => {
  held = Promise.withResolvers()
  const { message: see } = messageFeed()
  see(message(1))
  see(message(2, OTHER))
  await tick()
  expect(told).toEqual(['2 Hello'])
  held.resolve()
})

test('a message that a reader could not handle counts as missed; if not even that can be told, everything is read again', async () => {
  const seen = () => Promise.reject(new Error('The database is away'))
  messageFeed({ seen }).message(message(1))
  await tick()
  expect(told).toEqual([`missed ${FOLLOWED}`])
  expect([error.mock.calls.length, broken.mock.calls.length]).toEqual([1, 0])
  messageFeed({ seen, missed: seen }).message(message(1))
  await tick()
  expect(broken).toHaveBeenCalledOnce()
})
