import { Button, Text } from '@mantine/core'
import { RESET_LINK_MINUTES, WELCOME_LINK_DAYS, type IssuedPasswordLink, type PasswordLink } from '@tenfour/contract'
import { IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { timeSince } from '../../../platform/format/dates.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Entry, EntryList } from '../../../ui/EntryList.tsx'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { withReason } from '../invitations/invitations.port.ts'
import { addressOf, endLink, makeLink, passwordLinksQuery } from './password-links.queries.ts'
import classes from './PasswordLink.module.css'

type Purpose = PasswordLink['purpose']
const WHAT_IT_DOES: Readonly<Record<Purpose, string>> = {
  reset: `With this link they set a new password, once, within ${RESET_LINK_MINUTES} minutes. Their sessions end then, and the old password stops working.`,
  welcome: `With this link they choose their first password and join, once, within ${WELCOME_LINK_DAYS} days.`,
}
const NAMES: Readonly<Record<Purpose, string>> = { reset: 'password link', welcome: 'welcome link' }

/** An account whose welcome link was not used has no password yet: it gets another one. */
const purposeOf = (last: PasswordLink | undefined): Purpose => (last?.purpose === 'welcome' && last.state !== 'used' ? 'welcome' : 'reset')

type PasswordLinkCardProps = { userId: number; name: string }

/** A way back in for a member who lost the password, in which nobody else learns the new one. */
export function PasswordLinkCard({ userId, name }: PasswordLinkCardProps) {
  const links = useQuery(passwordLinksQuery(userId))
  const [issued, setIssued] = useState<IssuedPasswordLink | null>(null)
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  const purpose = purposeOf(links.data?.[0])

  const make = async () => {
    const isSure = await confirm({
      title: `Create a ${NAMES[purpose]} for ${name}?`,
      body: `${WHAT_IT_DOES[purpose]} They are told that you created it. An earlier link stops working.`,
      confirmLabel: 'Create link',
    })
    if (!isSure) return
    setFailure(null)
    await makeLink(userId).then(setIssued, (error: unknown) => setFailure(errorInfo(withReason(error))))
  }

  return (
    <Card
      title="Password link"
      aside={purpose === 'welcome' ? 'For someone who has not joined yet' : 'For someone who lost their password'}
    >
      <Stack gap={12}>
        <FormError error={failure} />
        {links.isPending && <CardLoading rows={1} />}
        {links.isError && <CardError what="The links" onRetry={links.refetch} />}
        {links.data && <LastLink link={links.data[0]} userId={userId} name={name} />}
        <div>
          <ActionButton variant="default" leftSection={<IconLink size={16} aria-hidden />} action={make}>
            Create {NAMES[purpose]}
          </ActionButton>
        </div>
      </Stack>
      {issued && <IssuedDialog issued={issued} name={name} onClose={() => setIssued(null)} />}
    </Card>
  )
}

const STATES: Readonly<Record<PasswordLink['state'], string>> = {
  open: 'Waiting to be used',
  used: 'Used',
  ended: 'Ended before it was used',
  expired: 'Expired before it was used',
}

type LastLinkProps = PasswordLinkCardProps & { link: PasswordLink | undefined }

function LastLink({ link, userId, name }: LastLinkProps) {
  if (!link) return <CardNote>You send them a link, and they choose the new password themselves.</CardNote>
  const { passwordLinkId, purpose, state, madeBy, madeAt, expiresAt } = link
  const end = async () => {
    const isSure = await confirm({
      title: `End the link for ${name}?`,
      body: 'It stops working at once.',
      confirmLabel: 'End link',
      danger: true,
    })
    if (!isSure) return
    await endLink(userId, passwordLinkId).then(
      () => notify.success('The link has ended'),
      (error: unknown) => notify.error(errorInfo(error).message),
    )
  }
  const maker = madeBy?.userId === userId ? 'themselves, by mail' : (madeBy?.name ?? 'an operator at the console')
  const until = state === 'open' ? `, until ${timeSince(expiresAt)}` : ''
  return (
    <EntryList label="The last link">
      <Entry
        title={`${STATES[state]}${until}`}
        detail={`${purpose === 'welcome' ? 'Welcome link' : 'Link'} made ${timeSince(madeAt)} by ${maker}`}
      >
        {state === 'open' && (
          <Button variant="default" size="xs" onClick={() => void end()}>
            End link
          </Button>
        )}
      </Entry>
    </EntryList>
  )
}

type IssuedDialogProps = { issued: IssuedPasswordLink; name: string; onClose: () => void }

function IssuedDialog({ issued, name, onClose }: IssuedDialogProps) {
  const address = addressOf(issued)
  const what = NAMES[issued.purpose]
  return (
    <FormModal title={`${what.charAt(0).toUpperCase()}${what.slice(1)} for ${name}`} onClose={onClose} staysOpen>
      <Stack>
        <Banner tone="warning" title="Copy it now.">
          It is shown only once. Give it to {name} alone: anyone who has it can sign in as them.
        </Banner>
        <Stack gap={8}>
          <code className={classes.link}>{address}</code>
          <Row justify="space-between">
            <Text span inherit c="dimmed">
              Works until {timeSince(issued.expiresAt)}
            </Text>
            <CopyButton text={address} label="Copy link" size="sm" />
          </Row>
        </Stack>
        <Text inherit>{WHAT_IT_DOES[issued.purpose]}</Text>
        <Row justify="end">
          <Button onClick={onClose} data-autofocus>
            I have copied it
          </Button>
        </Row>
      </Stack>
    </FormModal>
  )
}
