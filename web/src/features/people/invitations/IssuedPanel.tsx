import { Button, Text } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { dateTime } from '../../../platform/format/dates.ts'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { INLINE } from '../../../platform/load/shapes.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { joinsAs, linkOf, people, whitelistWords } from './invitation.words.ts'
import type { IssuedInvitation } from './invitations.queries.ts'
import classes from './Invitations.module.css'

/** Fetched only when there is a link to draw. */
const QrCode = lazyComponent(async () => (await import('./QrCode.tsx')).QrCode, { what: 'The QR code', shape: INLINE })

type IssuedPanelProps = { issued: IssuedInvitation; post: ReactNode; onAnother: () => void }

/** The link, which is shown this once. */
export function IssuedPanel({ issued, post, onAnother }: IssuedPanelProps) {
  const { invitation } = issued
  const link = linkOf(issued)
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card>
      <div className={classes.issued}>
        <div className={classes.qr}>
          <QrCode text={link} label="QR code of the link" />
        </div>
        <Stack gap={12} className={classes.made}>
          <h2 ref={heading} className={classes.title} tabIndex={-1}>
            {joinsAs(invitation)}
          </h2>
          <Text inherit>
            For {people(invitation.places)}, until {dateTime(invitation.expiresAt)}.{' '}
            {whitelistWords(invitation) && `${whitelistWords(invitation)}, with a Steam hex.`}
          </Text>
          <code className={classes.link}>{link}</code>
          <Row>
            <CopyButton text={link} label="Copy link" size="sm" />
            {post}
            <Button variant="subtle" onClick={onAnother}>
              New invitation
            </Button>
          </Row>
          <Text c="dimmed" inherit>
            Copy the link now: it is shown only once and not stored. Anyone with the link can join. An invitation gives no roles, so never
            Staff. You can end it at any time; members who joined stay.
          </Text>
        </Stack>
      </div>
    </Card>
  )
}
