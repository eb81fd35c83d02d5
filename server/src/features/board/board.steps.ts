import type { RawBuilder } from 'kysely'

/** What is written, as JSON; what there is none of is left out of the statement. */
export type Values = {
  readonly now: string
  readonly by: number | null
  readonly requestId: string | null
  readonly units: string
  readonly newCalls: string
  readonly changedCalls: string
  readonly advances: string
  readonly advancedIds: readonly number[]
  readonly advancedBy: readonly number[]
  readonly times: string
  readonly newAssignments: string
  readonly logs: string
  readonly audits: string
  readonly ended: readonly number[]
  readonly started: string
  readonly statuses: string
  readonly boardKeys: readonly string[]
  readonly boardsBy: readonly number[]
  readonly unitIds: readonly number[]
  readonly offDuty: readonly number[]
  readonly ownCalls: string
  readonly deskEvents: string
}
/** A step of the statement: skipped where there is nothing for it to do, with what it would have answered. */
export type Part = { readonly name: string; readonly answers?: RawBuilder<unknown>; readonly does: RawBuilder<unknown> }
export type PartName =
  | 'settled_pings'
  | 'written_units'
  | 'heard'
  | 'new_calls'
  | 'changed_calls'
  | 'advanced_calls'
  | 'stepped_back'
  | 'stepped_up'
  | 'new_assignments'
  | 'new_logs'
  | 'audited'
  | 'ended'
  | 'started'
  | 'noted'
  | 'advanced_boards'
  | 'own_calls_told'
  | 'advanced_desks'
