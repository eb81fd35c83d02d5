import { Button, Text } from '@mantine/core'
import type { ServerKey } from '@tenfour/contract'
import { IconKey } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { IssueKeyDialog, RotateKeyDialog, ShownKeyDialog, type Shown } from './KeyDialogs.tsx'
import { KEY_KINDS, keyState, refusedWord } from './managed-servers.ts'
import classes from './ServerDetail.module.css'
import { endKey, serverKeysQuery } from './servers.manage.ts'
import { Row } from '../../../ui/layout.tsx'

type Open = { dialog: 'issue' } | { dialog: 'rotate'; key: ServerKey } | { dialog: 'shown'; shown: Shown } | null

export function KeysCard({ serverId, isRetired }: { serverId: number; isRetired: boolean }) {
  const keys = useQuery(serverKeysQuery(serverId))
  const now = useNow()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const show = (shown: Shown) => setOpen({ dialog: 'shown', shown })
  const isValid = (key: ServerKey) => keyState(key, now.getTime()).isValid
  const valid = (keys.data ?? []).filter(isValid)
  const refusals = valid.flatMap(({ keyId, name, refused }) =>
    refused ? [<RefusedNote key={keyId} name={name} refused={refused} now={now} />] : [],
  )
  const ended = (keys.data ?? []).filter((key) => !isValid(key))
  const rows = (some: readonly ServerKey[]) => (
    <ul className={classes.keys}>
      {some.map((key) => (
        <KeyRow
          key={key.keyId}
          apiKey={key}
          serverId={serverId}
          now={now}
          onRotate={isRetired ? undefined : () => setOpen({ dialog: 'rotate', key })}
        />
      ))}
    </ul>
  )
  return (
    <Card
      title="Keys"
      aside={valid.length > 0 ? valid.length : undefined}
      link={
        !isRetired && (
          <Button size="xs" leftSection={<IconKey size={14} aria-hidden />} onClick={() => setOpen({ dialog: 'issue' })}>
            Issue key
          </Button>
        )
      }
    >
      {keys.isPending && <CardLoading />}
      {keys.isError && !keys.data && <CardError what="The keys" onRetry={keys.refetch} />}
      {keys.data && valid.length === 0 && <CardNote>No valid key: neither the game server nor its screens can connect.</CardNote>}
      {refusals.length > 0 && <div className={classes.refusals}>{refusals}</div>}
      {valid.length > 0 && rows(valid)}
      {ended.length > 0 && (
        <details className={classes.ended}>
          <summary>No longer valid ({ended.length})</summary>
          {rows(ended)}
        </details>
      )}
      {open?.dialog === 'issue' && <IssueKeyDialog serverId={serverId} onClose={close} onIssued={show} />}
      {open?.dialog === 'rotate' && <RotateKeyDialog serverId={serverId} replaced={open.key} onClose={close} onIssued={show} />}
      {open?.dialog === 'shown' && <ShownKeyDialog shown={open.shown} onClose={close} />}
    </Card>
  )
}

function RefusedNote({ name, refused, now }: { name: string; refused: NonNullable<ServerKey['refused']>; now: Date }) {
  return (
    <Banner tone="warning" title={`An admin has to rotate ${name}.`}>
      It was issued by someone who is not an admin, so it can’t act for members with roles, permissions or capabilities. Refused first{' '}
      <span title={dateTime(refused.since)}>{relativeTime(refused.since, now)}</span>, last{' '}
      <span title={dateTime(refused.lastAt)}>{relativeTime(refused.lastAt, now)}</span>: {refusedWord(refused)}.
    </Banner>
  )
}

type KeyRowProps = { apiKey: ServerKey; serverId: number; now: Date; onRotate: (() => void) | undefined }

function KeyRow({ apiKey, serverId, now, onRotate }: KeyRowProps) {
  const { keyId, kind, name, createdAt, lastUsedAt, expiresAt, revokedAt, isLimited } = apiKey
  const { tone, word, isValid, canRotate } = keyState(apiKey, now.getTime())
  const revoke = useMutation({ mutationFn: () => endKey(serverId, keyId), onSuccess: () => notify.success(`${name} has been revoked`) })
  const ask = async () => {
    const body = 'Anything connected with it is disconnected at once and can’t connect again. This cannot be undone.'
    if (await confirm({ title: 'Revoke this key?', body, subject: name, confirmLabel: 'Revoke key', danger: true })) revoke.mutate()
  }
  const end = revokedAt ?? expiresAt
  return (
    <li className={classes.key}>
      <div className={classes.keyText}>
        <span className={classes.keyName}>
          {name} <StatusBadge tone={tone}>{word}</StatusBadge>
          {isLimited && isValid && kind === 'server' && <StatusBadge tone="warning">Limited</StatusBadge>}
        </span>
        <Text span c="dimmed" size="sm">
          {KEY_KINDS[kind]} · issued <span title={dateTime(createdAt)}>{relativeTime(createdAt, now)}</span> ·{' '}
          {lastUsedAt ? (
            <>
              last used <span title={dateTime(lastUsedAt)}>{relativeTime(lastUsedAt, now)}</span>
            </>
          ) : (
            'never used'
          )}
          {end && (
            <>
              {' '}
              · {revokedAt ? 'revoked' : isValid ? 'ends' : 'ended'} <span title={dateTime(end)}>{relativeTime(end, now)}</span>
            </>
          )}
        </Text>
      </div>
      {isValid && (
        <Row gap={6} nowrap>
          {canRotate && onRotate && (
            <Button size="xs" variant="default" onClick={onRotate}>
              Rotate<span className="visually-hidden">&nbsp;{name}</span>
            </Button>
          )}
          <Button size="xs" variant="default" loading={revoke.isPending} onClick={() => void ask()}>
            Revoke<span className="visually-hidden">&nbsp;{name}</span>
          </Button>
        </Row>
      )}
    </li>
  )
}
