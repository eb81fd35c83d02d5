import { IconChevronDown, IconMenu2 } from '@tabler/icons-react'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useSwitchedOn } from '../features/features.ts'
import { useSignedInUser } from '../session/useSignedInUser.ts'
import classes from './AreaFrame.module.css'
import { groupsOf, useTabs, type PageTab, type TabLink } from './page-links.ts'

type AreaFrameProps = {
  of: TabLink['of']
  label: string
  /** How much waits on a page, after the label of its link. */
  counts?: Readonly<Partial<Record<PageTab['to'], ReactNode>>>
  /** The search parameters that a link keeps. */
  searchOf?: (page: PageTab) => Record<string, unknown>
}

const NO_SEARCH = () => ({})

/** The pages of one area beside a grouped list of links to them; on a screen without room for it the list opens from a button above the page. */
export function AreaFrame({ of, label, counts = {}, searchOf = NO_SEARCH }: AreaFrameProps) {
  const pages = useSwitchedOn(useTabs(of, useSignedInUser()))
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const id = useId()
  const current = pages.find(({ to, isExact }) => path === to || (!isExact && path.startsWith(`${to}/`)))
  const close = () => {
    setOpen(false)
    // The link that had the focus is hidden with the list.
    toggle.current?.focus()
  }
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && isOpen) close()
  }
  return (
    <div className={classes.area}>
      {/* oxlint-disable-next-line no-noninteractive-element-interactions -- Escape closes the list from any of its links */}
      <nav className={classes.side} aria-label={label} onKeyDown={closeOnEscape}>
        <button
          ref={toggle}
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <IconMenu2 size={17} stroke={1.7} aria-hidden />
          <span>
            {label}
            {current && `: ${current.label}`}
          </span>
          <IconChevronDown size={16} aria-hidden />
        </button>
        <div id={id} className={classes.groups} data-open={isOpen || undefined}>
          {groupsOf(pages).map(({ group, pages: grouped }) => (
            <div key={group ?? ''}>
              {group && <p className={classes.group}>{group}</p>}
              <ul aria-label={group}>
                {grouped.map((page) => (
                  <li key={page.to}>
                    <Link
                      to={page.to}
                      search={searchOf(page)}
                      activeOptions={{ exact: page.isExact ?? false, includeSearch: false }}
                      onClick={() => isOpen && close()}
                    >
                      {page.label}
                      {counts[page.to]}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </nav>
      <div className={classes.pages}>
        <Outlet />
      </div>
    </div>
  )
}
