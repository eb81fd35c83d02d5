import { z } from 'zod'
import { admin, anyOf, permissions } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { IdParam, Instant, InstantInput, LongIdParam, numberParam, text, trimmed } from '../values.ts'

/** Every recorded action, by what it applies to. */
export const AUDIT_ACTIONS = {
  user: [
    'created',
    'changed',
    'password-reset',
    'password-changed',
    'password-link-made',
    'password-link-ended',
    'password-link-used',
    'disabled',
    'enabled',
    'deleted',
    'restored',
    'left',
    'let-go',
    'taken-back',
    'barred',
    'bar-lifted',
    'role-added',
    'role-removed',
    'whitelisted',
    'unwhitelisted',
    'session-ended',
    'picture-changed',
    'picture-removed',
    'steam-proved',
    'steam-lost',
    'steam-disputed',
    'steam-decided',
    'license-decided',
    'player-linked',
  ],
  member: [
    'note-added',
    'note-deleted',
    'mark-added',
    'mark-withdrawn',
    'leave-added',
    'leave-ended',
    'leave-granted',
    'leave-declined',
    'rank-changed',
    'departments-changed',
    'call-sign-changed',
  ],
  patrol: ['corrected', 'correction-declined', 'absence-counted', 'absence-left-out'],
  invitation: ['created', 'used', 'paused', 'resumed', 'ended', 'posted'],
  registration: ['accepted', 'asked', 'declined'],
  role: ['created', 'changed', 'deleted'],
  department: [
    'created',
    'changed',
    'retired',
    'restored',
    'ordered',
    'quotas-changed',
    'call-signs-changed',
    'layout-set',
    'layout-removed',
  ],
  rank: ['created', 'changed', 'retired', 'restored', 'ordered', 'offer-declined'],
  server: [
    'created',
    'changed',
    'retired',
    'restored',
    'map-changed',
    'map-image-changed',
    'postals-changed',
    'simulation-started',
    'simulation-ended',
  ],
  discord: [
    'connection-changed',
    'guild-removed',
    'guild-forgotten',
    'channel-typed',
    'role-typed',
    'support-role-set',
    'errand-retried',
    'errand-dropped',
    'linked',
    'unlinked',
    'joined',
    'joining-changed',
    'following-started',
    'following-stopped',
    'run-confirmed',
    'run-cancelled',
    'mapping-added',
    'mapping-removed',
    'mapping-paused',
    'mapping-resumed',
    'leader-changed',
    'losses-confirmed',
    'losses-cancelled',
    'drift-fixed',
    'drift-kept',
    'ticket-claimed',
    'ticket-released',
    'ticket-closed',
    'vote-created',
    'vote-ended',
    'vote-cancelled',
    'log-events-changed',
    'message-sent',
    'message-changed',
    'message-deleted',
    'patrol-notice-sent',
    'grant-accepted',
    'grant-declined',
    'grant-ended',
    'pass-given',
    'conduct-published',
  ],
  entitlement: ['added', 'removed', 'nickname-changed', 'ace-groups-changed'],
  announcement: ['created', 'changed', 'deleted'],
  'dispatch-note': ['changed', 'deleted'],
  unit: ['assigned', 'released', 'status-set', 'put-off-duty', 'panic-raised', 'panic-stood-down'],
  call: ['cleared', 'merged', 'transferred', 'primary-changed', 'reopened', 'action-taken-back'],
  key: ['issued', 'rotated', 'revoked'],
  whitelist: ['pushed'],
  portal: ['set-up', 'restored'],
  backup: ['plan-changed', 'asked', 'failed', 'missing', 'proof-failed', 'fetched', 'exported', 'held-decided', 'restore-seen'],
  setting: ['changed', 'reset'],
  character: ['searched', 'repaired'],
  vehicle: ['searched', 'repaired'],
  offence: ['created', 'changed', 'retired', 'restored'],
  field: ['created', 'changed', 'retired', 'restored', 'ordered'],
  'cad-value': ['created', 'changed', 'retired', 'restored', 'ordered', 'reset', 'imported'],
  import: ['uploaded', 'started', 'finished', 'cancelled', 'discarded', 'undone'],
} as const
type Actions = typeof AUDIT_ACTIONS
export type AuditAction = { [Noun in keyof Actions]: `${Noun}.${Actions[Noun][number]}` }[keyof Actions]

export const AuditSubject = z.enum([
  'portal',
  'backup',
  'user',
  'invitation',
  'registration',
  'role',
  'key',
  'server',
  'department',
  'rank',
  'announcement',
  'discord',
  'entitlement',
  'dispatch-note',
  'unit',
  'call',
  'setting',
  'offence',
  'field',
  'cad-value',
  'character',
  'vehicle',
  'import',
])
export type AuditSubject = z.infer<typeof AuditSubject>

/** The subjects of dispatch, which are audited all evening. All other subjects are administration. */
export const DISPATCH_SUBJECTS = ['unit', 'call', 'dispatch-note'] as const satisfies AuditSubject[]
export const AuditArea = z.enum(['administration', 'dispatch'])
export type AuditArea = z.infer<typeof AuditArea>

/** Entries that a search looks through at most, because no index helps a search in the values. */
export const MAX_AUDIT_SEARCHED = 50_000

export const AuditEntry = z.object({
  auditId: z.int(),
  at: Instant,
  /** Null for the portal itself, or an operator at its console. */
  actor: z.object({ userId: z.int(), name: z.string() }).nullable(),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  subjectName: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** Names for ids among the values, by field and id: `departmentId:2`. */
  names: z.record(z.string(), z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditFilter = z.object({
  actorId: IdParam.optional(),
  action: text(60).optional(),
  subjectType: text(30).optional(),
  subjectId: text(60).optional(),
  area: AuditArea.optional(),
  /** A text that is looked for in the action, the names of actor and subject, and the values before and after. */
  q: trimmed(100).optional(),
  from: InstantInput.optional(),
  to: InstantInput.optional(),
  /** Cursor: id of the last entry already loaded; older ones follow. No page numbers, because the log grows at the top. */
  before: LongIdParam.optional(),
  limit: numberParam(1, 100).default(50),
})
export type AuditFilter = z.infer<typeof AuditFilter>

const AuditPage = z.object({ items: z.array(AuditEntry), hasMore: z.boolean() })

export const listAudit = defineEndpoint({
  method: 'GET',
  path: '/api/audit',
  summary: 'Audited actions with their actors and subjects, newest first',
  access: admin,
  query: AuditFilter,
  response: AuditPage,
})

export const listUserAudit = defineEndpoint({
  method: 'GET',
  path: '/api/audit/user/:userId',
  summary: 'Audited actions on one account, newest first',
  access: anyOf(admin, permissions('MANAGE_USERS')),
  params: z.object({ userId: IdParam }),
  query: AuditFilter.pick({ before: true, limit: true }),
  response: AuditPage,
})
