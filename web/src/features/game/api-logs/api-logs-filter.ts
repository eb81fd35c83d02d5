import type { ApiLog, ApiLogKey, ApiLogOutcome } from '@tenfour/contract'
import type { ApiLogsSearch } from './api-logs-search.ts'

export type ApiLogsFilter = ReturnType<typeof apiLogsFilter>

/** The filter of the API call. Days are in local time. */
export const apiLogsFilter = ({ serverId, keyId, method, outcome, text, requestId, from, to }: ApiLogsSearch) => ({
  serverId,
  keyId,
  method,
  outcome,
  text: text?.trim() || undefined,
  requestId,
  from: from && dayAt(from, '00:00:00.000'),
  to: to && dayAt(to, '23:59:59.999'),
})

const dayAt = (day: string, time: string): string => new Date(`${day}T${time}`).toISOString()

export const isFiltered = (search: ApiLogsSearch): boolean => Object.values(apiLogsFilter(search)).some((value) => value !== undefined)

/** Whether a new call belongs in the list; must agree with the server's filter. */
export function isMatch(log: ApiLog, filter: ApiLogsFilter): boolean {
  const { serverId, keyId, method, outcome, text, requestId, from, to } = filter
  const isWithin = (!from || Date.parse(log.at) >= Date.parse(from)) && (!to || Date.parse(log.at) <= Date.parse(to))
  const words = [log.path, log.error ?? '', log.errorCode ?? ''].map((each) => each.toLowerCase())
  return (
    isWithin &&
    (serverId === undefined || log.server?.serverId === serverId) &&
    (keyId === undefined || log.key?.keyId === keyId) &&
    (method === undefined || log.method === method) &&
    (outcome === undefined || isOutcome(log.status, outcome)) &&
    (requestId === undefined || log.requestId === requestId) &&
    (text === undefined || words.some((each) => each.includes(text.toLowerCase())))
  )
}

function isOutcome(status: number, outcome: ApiLogOutcome): boolean {
  if (outcome === 'ok') return status < 400
  if (outcome === 'failed') return status >= 500
  return status >= 400 && (outcome === 'errors' || status < 500)
}

/** Keys grouped by server, and limited to the selected server; the selected key is always included. */
export function keyChoices(keys: readonly ApiLogKey[], { serverId, keyId }: Pick<ApiLogsSearch, 'serverId' | 'keyId'>) {
  const wanted = keys.filter((key) => serverId === undefined || key.server?.serverId === serverId || key.keyId === keyId)
  const groups = Map.groupBy(wanted, ({ server }) => server?.name ?? 'Integrations')
  const isKnown = keyId === undefined || wanted.some((key) => key.keyId === keyId)
  return [
    ...(isKnown ? [] : [{ value: String(keyId), label: `Key ${keyId}` }]),
    ...[...groups].map(([group, items]) => ({
      group,
      items: items.map(({ keyId: id, name, isValid }) => ({ value: String(id), label: isValid ? name : `${name} (ended)` })),
    })),
  ]
}
