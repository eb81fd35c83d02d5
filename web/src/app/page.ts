import { IdParam, signedIn, type AccessRule, type EndpointName, type FeatureSwitch } from '@tenfour/contract'
import {
  createRootRouteWithContext,
  createRoute,
  redirect,
  type AnyContext,
  type AnyRoute,
  type ParsedLocation,
  type ResolveFullPath,
  type ResolveId,
  type ResolveParams,
  type RouteOptions,
} from '@tanstack/react-router'
import type { z } from 'zod'
import type { LazyComponent } from '../platform/load/lazy-component.tsx'
import type { HomeLink, TabLink } from '../platform/view/page-links.ts'
import { guard } from './guards.ts'
import { RouteError } from './RouteError.tsx'

type RouterContext = { readonly loadAllRoutes: () => Promise<void> }
export const createPortalRoot = () => createRootRouteWithContext<RouterContext>()({ errorComponent: RouteError })

type LeadsTo = '/user/home' | '/404' | '/staff/members' | '/discord/list' | '/servers/list'
type Visit = {
  readonly location: ParsedLocation
  readonly preload: boolean
  readonly params: Readonly<Record<string, unknown>>
  readonly context: RouterContext
}

/** A row of the table of routes, without its address. */
type Row = {
  /** In the browser tab, and where a visitor is told why they may not open it. */
  readonly title?: string
  /** Who may open it and what lies below it, beyond what its parents ask. */
  readonly access?: AccessRule
  /** Nobody opens it while this is switched off. */
  readonly featureSwitch?: FeatureSwitch
  /** The schema of each `$name` in the address. A visitor of any other address is sent to /404. */
  readonly ids?: z.ZodType
  readonly component?: LazyComponent
  /** Not a page, but the way to another. */
  readonly leadsTo?: LeadsTo
  /** In place of a guard. */
  readonly before?: (visit: Visit) => void | Promise<void>
  /**
   * The API calls that the page makes first, sent while its code is still loading; `:userId` is filled in. Permissions are not known yet, so only
   * calls that every signed-in user may make belong here; a call the page then does not use is merely wasted. The build reads them from the source.
   * A query stands behind the name as the page sends it: `listTopPatrols?period=week&by=hours`.
   */
  readonly firstCalls?: readonly (EndpointName | `${EndpointName}?${string}`)[]
  /** The page's links beside or above the pages of an area. */
  readonly tab?: TabLink | readonly TabLink[]
  /** The page's link on the home page. */
  readonly home?: HomeLink
}

/** The options that the router's types are inferred from. */
type Typed<TParent extends AnyRoute, TPath extends string, TSearch, TParams> = RouteOptions<
  unknown,
  TParent,
  ResolveId<TParent, string, TPath>,
  string,
  ResolveFullPath<TParent, TPath>,
  TPath,
  TSearch,
  TParams,
  {},
  undefined,
  AnyContext,
  AnyContext,
  AnyContext
>

type Framed<TParent extends AnyRoute, TId extends string, TSearch> = RouteOptions<
  unknown,
  TParent,
  ResolveId<TParent, TId, '/'>,
  TId,
  ResolveFullPath<TParent, '/'>,
  '/',
  TSearch
>

/**
 * A route: a page, a way to one, or the frame of those below it. `NoInfer`, because in a list of children the types would otherwise be inferred from
 * that list, as any.
 */
export function page<TParent extends AnyRoute, const TPath extends string, TSearch = undefined, TParams = ResolveParams<TPath>>(
  parent: TParent,
  path: TPath,
  row: Row & Pick<Typed<TParent, TPath, TSearch, TParams>, 'validateSearch' | 'params'> = {},
) {
  return createRoute<
    unknown,
    TParent,
    TPath,
    ResolveFullPath<TParent, TPath>,
    string,
    ResolveId<TParent, string, TPath>,
    NoInfer<TSearch>,
    NoInfer<TParams>
  >({
    ...row,
    getParentRoute: () => parent,
    path,
    beforeLoad: beforeLoadOf(row, path),
    staticData: row,
  } as Typed<TParent, TPath, NoInfer<TSearch>, NoInfer<TParams>>)
}

/** A frame of pages that adds nothing to their address. */
export const frame = <TParent extends AnyRoute, const TId extends string, TSearch = undefined>(
  parent: TParent,
  id: TId,
  row: Row & Pick<Framed<TParent, TId, TSearch>, 'validateSearch'>,
) =>
  createRoute<unknown, TParent, '/', ResolveFullPath<TParent, '/'>, TId, ResolveId<TParent, TId, '/'>, NoInfer<TSearch>>({
    ...row,
    getParentRoute: () => parent,
    id,
    beforeLoad: beforeLoadOf(row, ''),
    staticData: row,
  } as Framed<TParent, TId, NoInfer<TSearch>>)

function beforeLoadOf(row: Row, path: string) {
  const { leadsTo, before, access, featureSwitch, ids = IdParam } = row
  if (leadsTo) return leadTo(leadsTo)
  if (before) return before
  const pass = (access ?? featureSwitch) && guard({ access: signedIn, ...row })
  const names = path.split('/').filter((part) => /^\$./.test(part))
  if (names.length === 0) return pass
  return async (visit: Visit): Promise<void> => {
    await pass?.(visit)
    if (!names.every((name) => ids.safeParse(visit.params[name.slice(1)]).success)) leadTo('/404')()
  }
}

const leadTo = (to: LeadsTo) => (): void => void redirect({ href: to, replace: true, throw: true })
