import { Button, PasswordInput, Text, TextInput } from '@mantine/core'
import type { DiscordConnection } from '@tenfour/contract'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Connection.module.css'
import { Row, Stack } from '../../../../ui/layout.tsx'

export type Credential = 'token' | 'clientId' | 'clientSecret'

const FIELDS: Readonly<Record<Credential, { readonly label: string; readonly env: string }>> = {
  token: { label: 'Bot token', env: 'DISCORD_BOT_TOKEN' },
  clientId: { label: 'Client ID', env: 'DISCORD_CLIENT_ID' },
  clientSecret: { label: 'Client secret', env: 'DISCORD_CLIENT_SECRET' },
}

type CredentialFieldProps = {
  credential: Credential
  connection: DiscordConnection
  onRemove: (credential: Credential) => Promise<void>
  // The props that the form gives to an input.
  value?: string
  error?: ReactNode
  onChange: (value: unknown) => void
}

/** A value that can be entered, replaced or removed; one from the environment is only named. */
export function CredentialField({ credential, connection, onRemove, ...input }: CredentialFieldProps) {
  const { label, env } = FIELDS[credential]
  const source = sourceOf(connection, credential)
  const id = `discord-${credential}`
  if (source === 'environment')
    return (
      <Stack gap={4}>
        <Text span size="sm" fw={550}>
          {label}
        </Text>
        <Row as="span" gap={5}>
          <IconLock size={14} stroke={1.8} aria-hidden />
          {credential === 'clientId' && connection.clientId && <code className="mono">{connection.clientId}</code>} Set by{' '}
          <code className="mono">{env}</code> in the environment
        </Row>
      </Stack>
    )
  const isSet = source === 'portal'
  const common = {
    id,
    label,
    spellCheck: false,
    classNames: { input: 'mono', innerInput: 'mono' },
    'aria-invalid': Boolean(input.error),
    ...input,
  }
  return (
    <div>
      {credential === 'clientId' ? (
        <TextInput
          {...common}
          inputMode="numeric"
          autoComplete="off"
          placeholder={isSet ? (connection.clientId ?? '') : '17 to 20 digits'}
        />
      ) : (
        <PasswordInput
          {...common}
          // Anything else makes browsers offer the password of this portal.
          autoComplete="new-password"
          placeholder={isSet ? 'Stored. Enter another to replace it' : ''}
          visibilityToggleButtonProps={{ 'aria-label': `Show what is entered as ${label.toLowerCase()}` }}
        />
      )}
      <div className={classes.state}>
        {isSet ? (
          <>
            <Text span c="var(--available)" inherit fw={550}>
              Set
            </Text>
            <Button variant="subtle" color="danger" size="compact-xs" onClick={() => void onRemove(credential)}>
              Remove<span className="visually-hidden"> {label.toLowerCase()}</span>
            </Button>
          </>
        ) : (
          'Not set'
        )}
      </div>
    </div>
  )
}

const sourceOf = (connection: DiscordConnection, credential: Credential) =>
  credential === 'clientId' ? connection.clientIdFrom : connection[credential]
