import type { ComponentProps, ReactNode } from 'react'
import { classNames, Row, Stack } from '../ui/layout.tsx'
import classes from './PanelColumn.module.css'

/** The class of a panel of which a part scrolls, from top to bottom, where its outermost element is not a section. */
export const PANEL_COLUMN = classes.column
/** The class of the part of it that scrolls. */
export const PANEL_SCROLL = classes.scroll
/** The class of a table in a panel. */
export const PANEL_TABLE = classes.table
/** Lines in place of the rows of a board. */
export const BOARD_LINES = ['94%', '77%', '60%', '83%', '66%', '89%', '72%', '55%']

/** A panel of which a part scrolls: what stays in place, what scrolls, and a footer. */
export const PanelColumn = ({ className, ...rest }: ComponentProps<'section'>) => (
  <section className={classNames(classes.column, className)} {...rest} />
)

type PanelScrollProps = { gap: number; padding: string; children: ReactNode }

/** The part of a panel that scrolls, one thing below the other. */
export const PanelScroll = ({ gap, padding, children }: PanelScrollProps) => (
  <Stack gap={gap} className={classes.scroll} style={{ padding }}>
    {children}
  </Stack>
)

/** In the middle of a panel: why there is no content, and what can be done. */
export const PanelState = (props: ComponentProps<'div'>) => <div className={classes.state} {...props} />

type PanelFooterProps = ComponentProps<typeof Row<'footer'>> & {
  /** Small text instead of buttons or a field. */
  isStatus?: boolean
}

export const PanelFooter = ({ isStatus = false, className, ...rest }: PanelFooterProps) => (
  <Row as="footer" className={classNames(classes.footer, isStatus && classes.status, className)} {...rest} />
)

/** The keys of a list, in its footer. Nothing where there is no keyboard, or little room. */
export const PanelHints = ({ children }: { children: ReactNode }) => <span className={classes.hints}>{children}</span>
