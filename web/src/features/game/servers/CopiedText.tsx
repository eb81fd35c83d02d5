import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import classes from './ServerDetail.module.css'

type CopiedTextProps = {
  label: ReactNode
  text: string
  /** For screen readers: what the button copies. */
  what: string
}

/** A text to copy, such as a key or the lines for server.cfg. */
export function CopiedText({ label, text, what }: CopiedTextProps) {
  return (
    <Stack gap={6}>
      <Row gap={12} justify="space-between" nowrap>
        <Text span size="sm" fw={550}>
          {label}
        </Text>
        <CopyButton text={text} what={what} />
      </Row>
      <pre className={classes.secret}>{text}</pre>
    </Stack>
  )
}

/** Where the lines for a game server go. */
export const CONFIG_LABEL = (
  <>
    For <span className="mono">server.cfg</span>, above its first <span className="mono">ensure</span> line
  </>
)
