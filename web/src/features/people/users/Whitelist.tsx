import { Switch } from '@mantine/core'
import { isSteamHex, setWhitelist, STEAM_HEX_LENGTH, type ParamsOf, type UserRecord } from '@tenfour/contract'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../../platform/api/client.ts'
import { entitledNote, whitelistQuestion } from '../../../platform/format/members.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import type { Changes } from './user-draft.ts'
import classes from './UserPage.module.css'
import { refreshUser } from './users.queries.ts'
import { Stack } from '../../../ui/layout.tsx'

type Change = Omit<ParamsOf<typeof setWhitelist>, 'userId'>

const ENVIRONMENTS = [
  { env: 'prod', label: 'Game servers', text: 'Can join the game servers.' },
  { env: 'dev', label: 'Development servers', text: 'Can join the development servers.' },
] as const

export function Whitelist({ user, isLocked, changes }: { user: UserRecord; isLocked: boolean; changes: Changes }) {
  const change = useMutation({
    mutationFn: (params: Change) => call(setWhitelist, { params: { userId: user.userId, ...params } }),
    onSuccess: (_saved, { whitelisted, env }) =>
      notify.success(
        `${user.name} is ${whitelisted ? 'on' : 'off'} the whitelist of the ${env === 'prod' ? 'game' : 'development'} servers`,
      ),
    onSettled: () => refreshUser(user.userId),
  })
  // Not disabled while it is saved: a disabled switch loses the focus.
  const ask = async (environment: Change['env'], isOn: boolean) => {
    if (change.isPending) return
    const preview = changes({ userId: user.userId, whitelist: { environment, isOn } })
    if (await confirm(whitelistQuestion(user.name, environment, isOn, preview))) change.mutate({ env: environment, whitelisted: isOn })
  }
  const hasSteamHex = user.steamId !== null && isSteamHex(user.steamId)
  return (
    <Card title="Whitelist" aside="Takes effect at once and is pushed to the servers">
      <Stack>
        {!hasSteamHex && (
          <Banner
            tone="warning"
            title={user.steamId ? 'The Steam hex is not valid.' : 'There is no Steam hex.'}
            action={
              <Link to="." search={{ tab: 'account' }}>
                Go to the field
              </Link>
            }
          >
            Game servers identify players by their Steam hex, so nobody can be whitelisted without one: {STEAM_HEX_LENGTH} characters, 0–9
            and a–f.
          </Banner>
        )}
        <Stack as="ul" gap={0}>
          {ENVIRONMENTS.map(({ env, label, text }) => {
            const isOn = env === 'prod' ? user.isWhitelisted : user.isWhitelistedDev
            const isBlocked = !isOn && !hasSteamHex
            const note = entitledNote(env === 'prod' ? user.entitledBy : user.entitledByDev)
            return (
              <li key={env} className={classes.row}>
                <Switch
                  label={label}
                  description={note === '' ? text : `${text} ${note}`}
                  checked={change.isPending && change.variables.env === env ? change.variables.whitelisted : isOn}
                  disabled={isLocked}
                  // Not disabled: taking someone off who has none would lose the focus.
                  aria-disabled={isBlocked || undefined}
                  onChange={(event) => void (isBlocked || ask(env, event.currentTarget.checked))}
                />
              </li>
            )
          })}
        </Stack>
      </Stack>
    </Card>
  )
}
