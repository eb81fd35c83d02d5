import { accessSubject, isAllowed, type AccessRule, type CurrentUser, type FeatureSwitch } from '@tenfour/contract'
import { useRouter, type AnyRoute, type LinkProps } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useSwitchedOn } from '../features/features.ts'

/** A page's link above the pages of an area. */
export type TabLink = {
  readonly of: 'admin' | 'staff' | 'discord'
  readonly label: string
  /** Not current on the pages below it. */
  readonly isExact?: boolean
  /** A part of the page, which gets the focus. */
  readonly part?: string
  /** Shows one Discord server: the one that is chosen stays so. */
  readonly isOfGuild?: boolean
}

/** A page's link on the home page. */
export type HomeLink = {
  /** Sort order: lower comes first. */
  readonly rank: number
  readonly label: string
  /** Whether the link is useful to this member, who may open the page. */
  readonly isFor?: (user: CurrentUser) => boolean
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's title in the browser tab. */
    title?: string
    /** Who may open the page and those below it. */
    access?: AccessRule
    featureSwitch?: FeatureSwitch
    tab?: TabLink | readonly TabLink[]
    /** The purpose of the page, on its tile on /admin. */
    tile?: string
    home?: HomeLink
  }
}

type To = NonNullable<LinkProps['to']>
type Linked = { readonly to: To; readonly rules: readonly AccessRule[]; readonly route: AnyRoute }

/** The pages that the router knows, in the order of their table. */
function useLinked(): readonly Linked[] {
  const { routesByPath } = useRouter()
  return useMemo(
    () =>
      // The router's own addresses, which can therefore be linked to.
      Object.entries<AnyRoute>(routesByPath).map(([path, route]) => ({ to: path as To, rules: rulesOf(route), route })),
    [routesByPath],
  )
}

const rulesOf = (route: AnyRoute): readonly AccessRule[] => {
  const { access } = staticOf(route)
  const parent = route.parentRoute as AnyRoute | undefined
  return [...(parent ? rulesOf(parent) : []), ...(access ? [access] : [])]
}
const staticOf = (route: AnyRoute) => route.options.staticData ?? {}

const mayOpen = (user: CurrentUser) => {
  const subject = accessSubject(user)
  return ({ rules }: Linked): boolean => rules.every((rule) => isAllowed(rule, subject))
}

export type PageTab = Omit<TabLink, 'of'> & { readonly to: To; readonly featureSwitch?: FeatureSwitch | undefined }

/** The tabs of an area that the user may open, those that are switched off included. */
export function useTabs(of: TabLink['of'], user: CurrentUser): readonly PageTab[] {
  const linked = useLinked()
  return linked.filter(mayOpen(user)).flatMap(({ to, route }) => {
    const { tab = [], featureSwitch } = staticOf(route)
    return [tab].flat().flatMap((each) => (each.of === of ? [{ ...each, to, featureSwitch }] : []))
  })
}

/** The tiles of /admin: its tabs first, then what has no tabs above it. */
export function useTiles(): readonly { readonly to: To; readonly title: string; readonly text: string }[] {
  const tiles = useLinked().flatMap(({ to, route }) => {
    const { tile, title = to, tab, featureSwitch } = staticOf(route)
    return tile === undefined ? [] : [{ to, title, text: tile, featureSwitch, isTab: tab !== undefined }]
  })
  return useSwitchedOn(tiles).toSorted((a, b) => Number(b.isTab) - Number(a.isTab))
}

/** The links of the home page that are of use to the user. */
export function useHomeLinks(user: CurrentUser): readonly { readonly to: To; readonly label: string }[] {
  const links = useLinked()
    .filter(mayOpen(user))
    .flatMap(({ to, route }) => {
      const { home, featureSwitch } = staticOf(route)
      return home && (home.isFor?.(user) ?? true) ? [{ ...home, to, featureSwitch }] : []
    })
  return useSwitchedOn(links).toSorted((a, b) => a.rank - b.rank)
}
