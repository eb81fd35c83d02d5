import type { FeatureSwitch } from '@tenfour/contract'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useSwitchedOn } from '../features/features.ts'
import { TabLinks } from '../../ui/TabLinks.tsx'

export type PageTab = {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: string
  /** Not current on the pages below it. */
  readonly isExact?: boolean
  readonly featureSwitch?: FeatureSwitch
  /** After the label: how much waits there. */
  readonly badge?: ComponentType
}

/** The pages of one area as a row of links. An area with a single page needs none. */
export function PageTabs({ label, pages }: { label: string; pages: readonly PageTab[] }) {
  const shown = useSwitchedOn(pages)
  if (shown.length < 2) return null
  return (
    <TabLinks label={label}>
      {shown.map(({ to, label: words, isExact = false, badge: Badge }) => (
        <Link key={to} to={to} activeOptions={{ exact: isExact, includeSearch: false }}>
          {words}
          {Badge && <Badge />}
        </Link>
      ))}
    </TabLinks>
  )
}
