import { setTimeout as sleep } from 'node:timers/promises'
import {
  acceptConduct,
  askGrant,
  claimSupportTicket,
  createVote,
  givePass,
  publishConduct,
  sendDiscordText,
  writeInSupportTicket,
} from '@tenfour/contract'
import type { Db } from '../../../server/src/platform/database/database.ts'
import { isNamed } from '../accounts.ts'
import type { MemberClient } from '../evening/hands.ts'
import type { DemoDiscord } from './discord-server.ts'

const HOUR_MS = 3_600_000
const LIMIT_MS = 120_000

const CONDUCT = `1. Stay in character while you are in the game, and fair while you are not.
2. No random deathmatch, no driving people down, no revenge from what your last character knew.
3. Listen before you talk on the radio. Emergency traffic first.
4. Staff decide at the scene; complaints go to a ticket afterwards.
5. What happens in a scene stays in the scene.`

const TICKETS = [
  ['I can’t join the server', 'It says that I am not on the whitelist, but I was yesterday.'],
  ['A complaint about a pursuit', 'Last night at the pier a unit rammed me after I had stopped. I have a clip.'],
  ['Changing department', 'I would like to move from patrol to communications. Whom do I ask?'],
] as const
const TEXTS = [
  '**Radio etiquette**\nCall sign first, then what you need. Keep the channel free during a pursuit.',
  'Briefing for Saturday: 19:45 in Radio 1. Who can’t come tells their supervisor.',
]
const SAID = { staff: 'I had a look. Can you try again now?', opener: 'It works, thank you!' }

type Options = { readonly db: Db; readonly act: MemberClient; readonly demo: DemoDiscord }

/** Plays the actions of people in Discord today: tickets, a vote, passes, and a few changes by hand. */
export async function playDiscord({ db, act, demo: { discord, guildId, channels, roles } }: Options): Promise<void> {
  const channel = (type: string) => channels.find((each) => each.type === type)?.id ?? ''
  const linked = await db
    .selectFrom('discord_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['u.id', 'u.email', 'l.discord_id'])
    .orderBy('u.id')
    .execute()
  const admin = linked.find(({ email }) => email === 'admin@demo.example')
  const members = linked.filter(({ email }) => !isNamed(email))
  if (!admin) throw new Error('The demo has no admin')
  await waitFor('the bot', async () =>
    Boolean(await db.selectFrom('discord_bot').select('id').where('state', '=', 'connected').executeTakeFirst()),
  )

  await act(admin.id, publishConduct, { body: { text: CONDUCT, version: 0 } })
  for (const { id } of members.slice(0, 40)) await act(id, acceptConduct, { body: { number: 1 } })
  for (const text of TEXTS) await act(admin.id, sendDiscordText, { body: { channelId: channel('Text'), text } })
  const question = { question: 'Which evening for the big pursuit?', options: ['Friday', 'Saturday', 'Sunday'] }
  await act(admin.id, createVote, {
    body: { ...question, channelId: channel('Voting'), endsAt: new Date(Date.now() + 20 * HOUR_MS).toISOString() },
  })
  await act(members[0]?.id ?? 0, askGrant, { body: { kind: 'ridealong', note: 'I would love to see a night shift' } })
  await act(members[1]?.id ?? 0, askGrant, { body: { kind: 'pass', hours: 24, note: 'Trying out before I apply' } })
  await act(admin.id, givePass, { body: { userId: members[2]?.id ?? 0, hours: 48, note: 'Visiting from another community' } })

  const sent = async (text: string, where: string) => {
    const found = () => discord.messages(where).find(({ components }) => JSON.stringify(components).includes(text))
    await waitFor(`a message with ${text}`, async () => found() !== undefined)
    return found()?.id ?? ''
  }
  const vote = await sent('vote:', channel('Voting'))
  for (const [index, { discord_id }] of members.slice(0, 23).entries())
    await discord.click(vote, discord_id, `vote:1:${(index * index) % 3}`)

  const help = [...discord.guild(guildId).channels.values()].find(({ name }) => name === 'open-a-ticket')?.id ?? ''
  const panel = await sent('ticket-open:panel', help)
  for (const [index, [subject, text]] of TICKETS.entries()) {
    const opener = members[index + 3]?.discord_id ?? ''
    await discord.click(panel, opener, 'ticket-open:panel')
    await discord.submitModal(opener, 'ticket-open:form', { subject, text }, help)
  }
  await waitFor('the threads', async () => discord.threads(help).length === TICKETS.length)
  const [first] = discord.threads(help)
  const asker = members[3]?.discord_id ?? ''
  await waitFor('the opener is in it', async () => first?.thread?.members.has(asker) === true)
  if (first) {
    await act(admin.id, claimSupportTicket, { params: { ticketId: 1 }, body: { version: 1 } })
    await act(admin.id, writeInSupportTicket, { params: { ticketId: 1 }, body: { text: SAID.staff } })
    await waitFor('the answer', async () => discord.messages(first.id).some(({ content }) => content.includes(SAID.staff)))
    discord.say(first.id, asker, SAID.opener)
  }

  // By hand, once everyone has what they should: this is what drift looks like.
  await waitFor(
    'the roles',
    async () => !(await db.selectFrom('discord_errands').select('id').where('state', '=', 'waiting').executeTakeFirst()),
  )
  const highway = roles.find(({ name }) => name === 'San Andreas Highway Patrol')?.id ?? ''
  const change = (discordId: string, work: (before: string[]) => string[]) =>
    discord.changeMember(guildId, discordId, { roles: work(discord.member(guildId, discordId).roles) })
  const stranger = members.find(({ discord_id }) => !discord.member(guildId, discord_id).roles.includes(highway))
  if (stranger) change(stranger.discord_id, (before) => [...before, highway])
  const robbed = members.find(({ discord_id }) => discord.member(guildId, discord_id).roles.length > 2)
  if (robbed) change(robbed.discord_id, (before) => before.slice(1))
  if (members[9]) discord.removeMember(guildId, members[9].discord_id)
}

async function waitFor(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; await sleep(250)) if (await isSo()) return
  throw new Error(`The demo waited for ${what} in vain`)
}
