type Json = Readonly<Record<string, unknown>>

/** An error response with Discord's own code and message. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly body: Json

  constructor(status: number, code: number, message: string, errors?: Json) {
    super(message)
    this.status = status
    this.body = errors ? { message, code, errors } : { message, code }
  }
}

export const errors = {
  unauthorized: () => new ApiError(401, 0, '401: Unauthorized'),
  notFound: () => new ApiError(404, 0, '404: Not Found'),
  methodNotAllowed: () => new ApiError(405, 0, '405: Method Not Allowed'),
  unknownChannel: () => new ApiError(404, 10003, 'Unknown Channel'),
  unknownGuild: () => new ApiError(404, 10004, 'Unknown Guild'),
  unknownMember: () => new ApiError(404, 10007, 'Unknown Member'),
  unknownMessage: () => new ApiError(404, 10008, 'Unknown Message'),
  unknownRole: () => new ApiError(404, 10011, 'Unknown Role'),
  unknownUser: () => new ApiError(404, 10013, 'Unknown User'),
  unknownWebhook: () => new ApiError(404, 10015, 'Unknown Webhook'),
  unknownInteraction: () => new ApiError(404, 10062, 'Unknown interaction'),
  unknownCommand: () => new ApiError(404, 10063, 'Unknown application command'),
  openingTooFast: () => new ApiError(403, 40003, 'You are opening direct messages too fast'),
  blockedByCloudflare: () => new ApiError(403, 40333, 'internal network error'),
  missingAccess: () => new ApiError(403, 50001, 'Missing Access'),
  emptyMessage: () => new ApiError(400, 50006, 'Cannot send an empty message'),
  closedDms: () => new ApiError(403, 50007, 'Cannot send messages to this user'),
  noMutualGuild: () => new ApiError(403, 50278, 'Cannot send messages to this user due to having no mutual guilds'),
  notOwnMessage: () => new ApiError(403, 50005, 'Cannot edit a message authored by another user'),
  missingPermissions: () => new ApiError(403, 50013, 'Missing Permissions'),
  mfaRequired: () => new ApiError(403, 60003, 'Two factor is required for this operation'),
  wrongChannelType: () => new ApiError(400, 50024, 'Cannot execute action on this channel type'),
  invalidWebhookToken: () => new ApiError(401, 50027, 'Invalid Webhook Token'),
  tooOld: () => new ApiError(400, 50034, 'A message provided was too old to bulk delete'),
  archivedThread: () => new ApiError(400, 50083, 'Thread is archived'),
  threadExists: () => new ApiError(400, 160004, 'A thread has already been created for this message'),
  alreadyAcknowledged: () => new ApiError(400, 40060, 'Interaction has already been acknowledged.'),
}

/** 50035 as Discord writes it: a tree of field names with `_errors` at its leaves. */
export function invalidForm(
  problems: readonly { readonly path: readonly PropertyKey[]; readonly code: string; readonly message: string }[],
): ApiError {
  const tree: Record<string, unknown> = {}
  for (const { path, code, message } of problems) {
    let leaf = tree
    for (const key of path) {
      const name = String(key)
      const next: Record<string, unknown> = Object.hasOwn(leaf, name) ? asTree(leaf[name]) : {}
      leaf[name] = next
      leaf = next
    }
    leaf['_errors'] = [{ code, message }]
  }
  return new ApiError(400, 50035, 'Invalid Form Body', tree)
}

const asTree = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {})
