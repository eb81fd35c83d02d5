import type { Patrol } from '@tenfour/contract'

/** The current patrol, if any. */
export const openPatrol = <P extends Pick<Patrol, 'endedAt'>>(patrols: readonly P[]): P | undefined =>
  patrols.find(({ endedAt }) => endedAt === null)

/** The last patrol on duty that has ended; being in the game as a civilian may have started another since. */
export const lastDuty = <P extends Pick<Patrol, 'endedAt' | 'kind'>>(patrols: readonly P[]): P | undefined =>
  patrols.find(({ endedAt, kind }) => endedAt !== null && kind === 'duty')
