import { accessSubject, isAllowed, type AccessRule, type CurrentUser, type FeatureSwitch } from '@tenfour/contract'
import { useRouter, type AnyRoute, type LinkProps } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useSwitchedOn } from '../features/features.ts'

/** The headings of the links of an area, in their order. */
const GROUPS = ['Discord server', 'Members', 'Bot', 'People', 'Community', 'CAD', 'Game', 'System'] as const
type Group = (typeof GROUPS)[number]

/** A page's link beside or above the pages of an area. */
export type TabLink = {
  readonly of: 'admin' | 'staff' | 'discord'
  readonly label: string
  /** The heading it stands under; pages without one come first. */
  readonly group?: Group
  /** Not current on the pages below it. */
  readonly isExact?: boolean
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
/** Of the page itself, or of those above it. */
const switchOf = (route: AnyRoute): FeatureSwitch | undefined => {
  const parent = route.parentRoute as AnyRoute | undefined
  return staticOf(route).featureSwitch ?? (parent && switchOf(parent))
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
    const { tab = [] } = staticOf(route)
    const featureSwitch = switchOf(route)
    return [tab].flat().flatMap((each) => (each.of === of ? [{ ...each, to, featureSwitch }] : []))
  })
}

type PageGroup = { readonly group: Group | undefined; readonly pages: readonly PageTab[] }

/** The pages under their headings, without headings that have none. */
export const groupsOf = (pages: readonly PageTab[]): readonly PageGroup[] =>
  [undefined, ...GROUPS].flatMap((group) => {
    const grouped = pages.filter((page) => page.group === group)
    return grouped.length === 0 ? [] : [{ group, pages: grouped }]
  })

/** The links of the home page that are of use to the user. */
export function useHomeLinks(user: CurrentUser): readonly { readonly to: To; readonly label: string }[] {
  const links = useLinked()
    .filter(mayOpen(user))
    .flatMap(({ to, route }) => {
      const { home } = staticOf(route)
      return home && (home.isFor?.(user) ?? true) ? [{ ...home, to, featureSwitch: switchOf(route) }] : []
    })
  return useSwitchedOn(links).toSorted((a, b) => a.rank - b.rank)
}
