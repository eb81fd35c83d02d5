import type { BotPart } from '../features/community/bot/bot.port.ts'
import type { BotTiming } from '../features/community/bot/bot.session.ts'
import type { ErrandKind } from '../features/community/errands/errands.port.ts'
import type { RunnerTiming } from '../features/community/errands/errands.runner.ts'
import type { DirectTiming } from '../features/community/posts/posts.pace.ts'
import { createFakeDiscord, type FakeDiscord } from './discord/fake-discord.ts'
import type { TestDatabase } from './test-database.ts'
import { startTestPortal, until, type TestPortal } from './test-portal.ts'

export const BOT_TOKEN = 'a-token-of-the-tests.which-is-no-secret.but-long-enough-to-pass'
export const CLIENT_SECRET = 'a-client-secret-of-the-tests'

/** Shorter intervals than in production. */
export const QUICK_BOT: BotTiming = { lockMs: 50, readyMs: 4000, firstRetryMs: 30, maxRetryMs: 100, refusedMs: 200, sayMs: 200 }
export const QUICK_RUNNER: RunnerTiming = { firstRetryMs: 20, maxRetryMs: 200, pollMs: 300 }
const QUICK_DIRECT: DirectTiming = { everyMs: 10, holdMs: 1000, maxHoldMs: 1000 }

export type Options = {
  readonly database?: TestDatabase
  readonly parts?: readonly BotPart[]
  readonly kinds?: readonly ErrandKind[]
  readonly timing?: Partial<BotTiming>
  readonly runner?: Partial<RunnerTiming>
  readonly token?: string
  readonly portalUrl?: string
}

export const createTestDiscord = (): Promise<FakeDiscord> => createFakeDiscord({ token: BOT_TOKEN, clientSecret: CLIENT_SECRET })

/** A portal that runs the bot against the fake Discord, with its token from the environment by default. */
export const startPortalWithBot = (
  discord: FakeDiscord,
  { database, parts = [], kinds = [], timing = {}, runner = {}, token = BOT_TOKEN, portalUrl }: Options = {},
) =>
  startTestPortal({
    ...(database ? { database } : {}),
    portalUrl,
    runsBot: true,
    discord: { token: token === '' ? undefined : token, apiUrl: `${discord.url}/api`, siteUrl: discord.url },
    botTiming: { ...QUICK_BOT, ...timing },
    // The object itself, so that a test can change it later.
    runnerTiming: Object.assign(runner, { ...QUICK_RUNNER, ...runner }),
    directTiming: QUICK_DIRECT,
    botParts: parts,
    errandKinds: kinds,
  })

export const botRow = (t: Pick<TestPortal, 'db'>) => t.db.selectFrom('discord_bot').selectAll().executeTakeFirstOrThrow()
export const botIs = (t: Pick<TestPortal, 'db'>, state: string): Promise<void> =>
  until(`the bot is ${state}`, async () => (await botRow(t)).state === state, 20_000)
