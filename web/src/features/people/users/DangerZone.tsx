import { Button, Text, Textarea } from '@mantine/core'
import { setUserState, type BodyOf, type UserRecord } from '@tenfour/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { INLINE } from '../../../platform/load/shapes.tsx'
import { notify } from '../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../ui/Card.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import type { Changes } from './user-draft.ts'
import classes from './UserPage.module.css'
import { refreshUser } from './users.queries.ts'
import { Stack } from '../../../ui/layout.tsx'

const LetGoButton = lazyComponent(async () => (await import('../departures/LetGoButton.port.tsx')).LetGoButton, {
  what: 'The button to let someone go',
  shape: INLINE,
})

type Change = BodyOf<typeof setUserState>
type Action = Change['action']

const WORDS: Record<Action, { label: string; text: string; done: string }> = {
  disable: {
    label: 'Disable',
    text: 'They can no longer sign in, and are signed out everywhere at once. Nothing is removed.',
    done: 'disabled',
  },
  enable: { label: 'Enable', text: 'They can sign in again.', done: 'enabled' },
  delete: {
    label: 'Delete',
    text: 'They are signed out, leave every list and can no longer sign in. What they did stays on record, and the account can be restored.',
    done: 'deleted',
  },
  restore: { label: 'Restore', text: 'The account returns to the lists with everything it had.', done: 'restored' },
}

const STATE_OF: Record<Action, string> = { disable: 'disabled', enable: 'disabled', delete: 'deleted', restore: 'deleted' }

export function DangerZone({ user, changes }: { user: UserRecord; changes: Changes }) {
  const isOwn = useSignedInUser().userId === user.userId
  const change = useMutation({
    mutationFn: (body: Change) => call(setUserState, { params: { userId: user.userId }, body }),
    onSuccess: (_saved, { action }) => notify.success(`${user.name} has been ${WORDS[action].done}`),
    onSettled: () => refreshUser(user.userId),
  })
  const ask = async (action: Action) => {
    if (change.isPending) return
    let reason = ''
    const { label, text } = WORDS[action]
    const isSure = await confirm({
      title: `${label} ${user.name}?`,
      subject: action === 'disable' || action === 'delete' ? `${user.name}, ${user.emailAddress}` : undefined,
      body: (
        <Stack>
          {text}
          {changes({ userId: user.userId, state: action })}
          <Textarea label="Reason, kept in the audit log" maxLength={500} onChange={(event) => (reason = event.currentTarget.value)} />
        </Stack>
      ),
      confirmLabel: label,
      danger: action === 'disable' || action === 'delete',
    })
    if (isSure) change.mutate({ action, reason: reason.trim() })
  }
  const actions: Action[] = [
    ...(user.isDeleted ? [] : ([user.isDisabled ? 'enable' : 'disable'] as const)),
    user.isDeleted ? 'restore' : 'delete',
  ]
  return (
    <Card title="Danger zone" className={classes.danger}>
      {isOwn ? (
        <p className="muted">This is your own account: somebody else has to disable or delete it.</p>
      ) : (
        <Stack as="ul" gap={0}>
          {!user.isDisabled && !user.isDeleted && (
            <li className={classes.row}>
              <div className={classes.rowText}>
                <Text span inherit fw={550}>
                  Let this member go
                </Text>
                <p>
                  Off duty, out of departments, roles and whitelists, and signed out, in one step. They can be reinstated with what they
                  had.
                </p>
              </div>
              <LetGoButton member={user} changes={changes} onDone={() => refreshUser(user.userId)} />
            </li>
          )}
          {actions.map((action) => (
            // One button for a state and the way back, so that the focus stays on it.
            <li key={STATE_OF[action]} className={classes.row}>
              <div className={classes.rowText}>
                <Text span inherit fw={550}>
                  {WORDS[action].label} this account
                </Text>
                <p>{WORDS[action].text}</p>
              </div>
              <Button
                variant={action === 'enable' || action === 'restore' ? 'default' : 'outline'}
                color={action === 'enable' || action === 'restore' ? undefined : 'danger'}
                aria-busy={(change.isPending && change.variables.action === action) || undefined}
                onClick={() => void ask(action)}
              >
                {WORDS[action].label}
              </Button>
            </li>
          ))}
        </Stack>
      )}
    </Card>
  )
}
