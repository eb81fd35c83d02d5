import { ENDPOINTS, isAllowed, type AccessRule, type AccessSubject, type Endpoint, type EndpointName } from '@tenfour/contract'

type Params = Readonly<Record<string, unknown>>

const partsOf = (rule: AccessRule): readonly AccessRule[] => ('rules' in rule ? rule.rules.flatMap(partsOf) : [rule])

/**
 * What each part of the rule says about someone. The server decides by these answers alone, before it reads anything else of the call, so that
 * callers with the same answers are let in or refused alike.
 */
export const answersTo = (rule: AccessRule, subject: AccessSubject, params: Params): readonly boolean[] =>
  partsOf(rule).map((part) => isAllowed(part, subject, params))

/** The parameters in the path of a call, as the server parses them. */
export function paramsOf(name: EndpointName, url: string): Params {
  const { path, params }: Endpoint = ENDPOINTS[name]
  const given = url.replace(/\?.*/, '').split('/')
  const raw = path.split('/').flatMap((part, index) => (part.startsWith(':') ? [[part.slice(1), given[index]]] : []))
  return (params?.parse(Object.fromEntries(raw)) as Params | undefined) ?? {}
}
