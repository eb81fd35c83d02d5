/** Intents that are switched on in the developer portal, and that Discord reviews once an application has 10,000 users. */
export type PrivilegedIntent = 'members' | 'content'

type Privileged = {
  readonly name: string
  /** The bits for this intent in the application's flags: approved by Discord, and not reviewed yet. */
  readonly flags: number
  readonly without: string
}
export const PRIVILEGED: Readonly<Record<PrivilegedIntent, Privileged>> = {
  members: {
    name: 'Server Members Intent',
    flags: (1 << 14) | (1 << 15),
    without: 'the bot does not see who joins, who leaves and who has which role',
  },
  content: { name: 'Message Content Intent', flags: (1 << 18) | (1 << 19), without: 'transcripts of tickets have no text' },
}

export const HOW_TO_GET =
  'Switch it on in the developer portal, under Bot. If Discord has refused it there after a review, apply again: the bot asks for it as soon as it is granted.'

/** Users of an application from which Discord reviews its intents, and from which the check warns. */
export const REVIEWED_FROM = 10_000
export const WARNED_FROM = 8000

export const isGranted = (flags: number, intent: PrivilegedIntent): boolean => (flags & PRIVILEGED[intent].flags) !== 0

/** The problem for the page while Discord withholds these intents: what does not work, and what to do. Empty for none. */
export const withheldProblem = (withheld: readonly PrivilegedIntent[]): string =>
  withheld.map((intent) => `Discord withholds ${PRIVILEGED[intent].name}: ${PRIVILEGED[intent].without}. ${HOW_TO_GET}`).join(' ')
