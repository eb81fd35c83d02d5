import { Skeleton } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Row, Stack } from '../ui/layout.tsx'
import classes from './PanelBody.module.css'

/** The class of a panel's outermost element where that is not a PanelBody, such as a form. */
export const PANEL_BODY = classes.body
/** The class of what scrolls in a panel. */
export const PANEL_SCROLL = classes.scroll
/** The class of a table in a panel. */
export const PANEL_TABLE = classes.table

/** A panel's content from top to bottom: what stays in place, what scrolls, and a footer. */
export const PanelBody = ({ className, ...props }: ComponentProps<'section'>) => (
  <section className={classNames(classes.body, className)} {...props} />
)

type PanelScrollProps = { gap: number; padding: string; children: ReactNode }

/** What scrolls in a panel, one thing below the other. */
export const PanelScroll = ({ gap, padding, children }: PanelScrollProps) => (
  <Stack gap={gap} className={classes.scroll} style={{ padding }}>
    {children}
  </Stack>
)

/** What a panel says in place of its content: that there is nothing yet, that it may not be seen, or that it could not be loaded. */
export const PanelState = ({ className, ...props }: ComponentProps<'div'>) => (
  <div className={classNames(classes.state, className)} {...props} />
)

/** Lines in place of rows that are being loaded. */
export const PanelLoading = ({ label, rows = 8 }: { label: string; rows?: number }) => (
  <div className={classes.loading} aria-busy="true">
    <output className="visually-hidden">{label}…</output>
    {Array.from({ length: rows }, (_, index) => (
      <Skeleton key={index} height={12} width={`${94 - ((index * 17) % 40)}%`} />
    ))}
  </div>
)

/** The last line of a panel: buttons or a field, or as `isStatus` small text. */
export const PanelFooter = ({ isStatus, className, ...props }: ComponentProps<typeof Row<'footer'>> & { isStatus?: boolean }) => (
  <Row as="footer" className={classNames(classes.footer, isStatus && classes.status, className)} {...props} />
)

/** Keys of a list, in its footer. Nothing where there is no keyboard, or little room. */
export const PanelHints = ({ children }: { children: ReactNode }) => <span className={classes.hints}>{children}</span>
