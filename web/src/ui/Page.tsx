import { Text } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import { Row, Stack } from './layout.tsx'
import classes from './Page.module.css'

type PageHeaderProps = { title: ReactNode; subtitle?: ReactNode; actions?: ReactNode }

export const PageHeader = ({ title, subtitle, actions }: PageHeaderProps) => (
  <Row as="header" justify="space-between" gap="12px 20px">
    <div className={classes.text}>
      <h1 className={classes.title}>{title}</h1>
      {subtitle && (
        <Text c="dimmed" inherit>
          {subtitle}
        </Text>
      )}
    </div>
    {actions && <Row>{actions}</Row>}
  </Row>
)

type WidePageProps = { /** The greatest width in pixels; other pages have 1,132. */ width: number; children: ReactNode }

/** A page that uses more of a wide screen than others. */
export const WidePage = ({ width, children }: WidePageProps) => (
  <Stack className={classes.wide} style={{ '--widest': `${width}px` } as CSSProperties}>
    {children}
  </Stack>
)
