import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { TabLinks } from '../../ui/TabLinks.tsx'
import { useSwitchedOn } from '../features/features.ts'
import type { PageTab } from './page-links.ts'

/** How much waits on a page, after the label of its link. */
export type PageBadges = Readonly<Partial<Record<PageTab['to'], ComponentType>>>

type PageTabsProps = { label: string; pages: readonly PageTab[]; badges?: PageBadges }

/** The pages of one area as a row of links. An area with a single page needs none. */
export function PageTabs({ label, pages, badges = {} }: PageTabsProps) {
  const shown = useSwitchedOn(pages)
  if (shown.length < 2) return null
  return (
    <TabLinks label={label}>
      {shown.map(({ to, label: words, isExact = false }) => {
        const Badge = badges[to]
        return (
          <Link key={to} to={to} activeOptions={{ exact: isExact, includeSearch: false }}>
            {words}
            {Badge && <Badge />}
          </Link>
        )
      })}
    </TabLinks>
  )
}
