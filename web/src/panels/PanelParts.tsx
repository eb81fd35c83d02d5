import { Skeleton } from '@mantine/core'
import type { ComponentProps, ReactNode, KeyboardEvent } from 'react'
import { Row, Stack } from '../ui/layout.tsx'

import classes from './PanelParts.module.css'

type Flush = {
  /** Content reaches the edges, as rows do. */
  isFlush?: boolean
}

/** The content of a panel, scrolled as a whole. */
export const PanelBody = ({ isFlush = false, ...rest }: ComponentProps<'div'> & Flush) => (
  <div className={classes.body} data-flush={isFlush || undefined} {...rest} />
)

/** A panel's body with the focus of the panel, for keys of its own and to be scrolled by keys. */
export const PanelSection = ({ isFlush = false, ...rest }: ComponentProps<'section'> & Flush) => (
  <section
    className={classes.body}
    data-flush={isFlush || undefined}
    // oxlint-disable-next-line no-noninteractive-tabindex -- its keys work while it has focus, and it can be scrolled
    tabIndex={0}
    data-panel-focus
    data-panel-rest
    {...rest}
  />
)

/** In the place of content: why there is none, and what can be done. */
export const PanelNote = (props: ComponentProps<'div'>) => <div className={classes.note} {...props} />

type PanelLoadingProps = {
  /** The loading text for screen readers: 'Loading the report…'. */
  label?: string
  /** The widths of the lines. */
  lines?: readonly string[]
  /** The heights of the blocks below the lines. */
  blocks?: readonly number[]
}

export const PanelLoading = ({ label, lines = ['80%', '60%', '70%'], blocks = [] }: PanelLoadingProps) => (
  <Stack gap={12} style={{ padding: 12 }} aria-busy="true">
    {label && <output className="visually-hidden">{label}</output>}
    {lines.map((width) => (
      <Skeleton key={width} height={12} width={width} />
    ))}
    {blocks.map((height) => (
      <Skeleton key={height} height={height} />
    ))}
  </Stack>
)

/** Rows of a panel, each in an `li`. */
export const PanelList = (props: ComponentProps<'ul'>) => <ul className={classes.list} {...props} />

/** The class of what takes the room in the first line of a row. */
export const ROW_NAME = classes.rowName

type PanelRowProps = Omit<ComponentProps<'button'>, 'name'> & {
  /** A badge in front. */
  badge: ReactNode
  number?: string | undefined
  name: string
  /** A second line. */
  about?: string | undefined
}

/** A row that opens something: badge, name, and what is said of it at the end of its line and below. */
export const PanelRow = ({ badge, number, name, about, children, ...rest }: PanelRowProps) => (
  <button type="button" className={classes.row} {...rest}>
    <Row as="span" gap="2px 8px">
      {badge}
      {number && <span className="mono">{number}</span>}
      <span className={classes.rowName}>{name}</span>
      {children}
    </Row>
    {about && <span className="muted anywhere">{about}</span>}
  </button>
)

type PanelGroupProps = { title: string; aside?: ReactNode; children: ReactNode }

/** A part of what a panel shows, under a small heading. */
export const PanelGroup = ({ title, aside, children }: PanelGroupProps) => (
  <Stack as="section" gap={2} style={{ marginTop: 16 }}>
    <Row style={{ minHeight: 24 }}>
      <h2 className={classes.heading}>{title}</h2>
      {aside}
    </Row>
    {children}
  </Stack>
)

type PanelFactsProps = ComponentProps<'dl'> & {
  /** Lines close to each other, to read. */
  isDense?: boolean
}

export const PanelFacts = ({ isDense = false, ...rest }: PanelFactsProps) => (
  <dl className={classes.facts} data-dense={isDense || undefined} {...rest} />
)

/** One fact on a line; nothing where it is not known. */
export function PanelFact({ name, children }: { name: string; children?: ReactNode }) {
  if (children === null || children === undefined || children === '' || children === false) return null
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A list in a frame, a line between its items. */
export const PanelCells = (props: ComponentProps<'ul'>) => <ul className={classes.cells} {...props} />
export const PanelCell = (props: ComponentProps<'li'>) => <li className={classes.cell} {...props} />

/** A text that someone wrote, with its line breaks. */
export const Prose = (props: ComponentProps<'p'>) => <p className={classes.prose} {...props} />

const WRITING = 'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]'

/** Letters as keys of a panel, while nothing is being written in it. Keys of dialogs it has opened are theirs. */
export const onPanelKey =
  (keys: Readonly<Record<string, (() => void) | undefined>>) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const { target, currentTarget } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat || event.defaultPrevented) return
    if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(WRITING)) return
    const run = keys[event.key.toLowerCase()]
    if (!run) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
