import type { DiscordConnection } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { Card } from '../../../../ui/Card.tsx'
import { CopyButton } from '../../../../ui/CopyButton.tsx'
import classes from './Connection.module.css'

const DEVELOPER_PORTAL = 'https://discord.com/developers/applications'

/** How to start, in three steps. Folded once there is a token. */
export function StepsCard({ connection }: { connection: DiscordConnection }) {
  if (connection.token === 'none')
    return (
      <Card title="How to start" aside="About five minutes, once.">
        <Steps {...connection} />
      </Card>
    )
  return (
    <Card>
      <details className={classes.folded}>
        <summary>How to set up the Discord application</summary>
        <Steps {...connection} />
      </details>
    </Card>
  )
}

function Steps({ redirectUrl: known, inviteUrl }: DiscordConnection) {
  // A portal that is not told its own address gives the path alone.
  const redirectUrl = new URL(known, window.location.origin).href
  const invite = inviteUrl === null ? null : readInvite(inviteUrl)
  return (
    <ol className={classes.steps}>
      <li>
        <h3>Create the bot</h3>
        <p>
          In the{' '}
          <a href={DEVELOPER_PORTAL} target="_blank" rel="noreferrer">
            Discord developer portal
          </a>{' '}
          choose New Application. On its page Bot press Reset Token, copy the token and enter it below. On the same page, under Privileged
          Gateway Intents, switch on these two and save:
        </p>
        <ul className={classes.values}>
          <Value name="Intents">Server Members Intent, Message Content Intent</Value>
        </ul>
      </li>
      <li>
        <h3>Let members sign in with Discord</h3>
        <p>On the page OAuth2 copy Client ID and Client Secret and enter them below. Under Redirects add this address, exactly:</p>
        <ul className={classes.values}>
          <Value name="Redirect" copy={redirectUrl}>
            {redirectUrl}
          </Value>
        </ul>
      </li>
      <li>
        <h3>Invite the bot</h3>
        <p>
          Save, then press Invite bot and choose your Discord server. In its settings, under Roles, move the bot’s role above every role
          that it is to give. Then press Check.
        </p>
        <ul className={classes.values}>
          {invite ? (
            <>
              <Value name="Scopes" copy={invite.scopes}>
                {invite.scopes}
              </Value>
              <Value name="Permissions" copy={invite.permissions}>
                {invite.permissions}
              </Value>
              <li className={classes.names}>{invite.names.join(', ')}</li>
            </>
          ) : (
            <li className={classes.names}>The invitation asks for the right scopes and permissions. It needs the client ID.</li>
          )}
        </ul>
      </li>
    </ol>
  )
}

function Value({ name, copy, children }: { name: string; copy?: string; children: ReactNode }) {
  return (
    <li className={classes.value}>
      <span className={classes.valueName}>{name}</span>
      <code className="mono">{children}</code>
      {copy !== undefined && <CopyButton text={copy} what={`the ${name.toLowerCase()}`} />}
    </li>
  )
}

/** Discord's names of the permissions that a bot like ours may ask for, by their bit. */
const PERMISSION_NAMES: Readonly<Record<number, string>> = {
  1: 'Kick Members',
  4: 'Manage Channels',
  6: 'Add Reactions',
  10: 'View Channels',
  11: 'Send Messages',
  13: 'Manage Messages',
  14: 'Embed Links',
  15: 'Attach Files',
  16: 'Read Message History',
  18: 'Use External Emojis',
  27: 'Manage Nicknames',
  28: 'Manage Roles',
  29: 'Manage Webhooks',
  34: 'Manage Threads',
  35: 'Create Public Threads',
  36: 'Create Private Threads',
  38: 'Send Messages in Threads',
}
const BITS = 64

type Invite = { readonly permissions: string; readonly names: readonly string[]; readonly scopes: string }

/** The permissions and scopes of the invitation, read from its address, so that the page can't name anything else. */
export function readInvite(inviteUrl: string): Invite | null {
  if (!URL.canParse(inviteUrl)) return null
  const asked = new URL(inviteUrl).searchParams
  const permissions = asked.get('permissions') ?? ''
  if (!/^\d{1,20}$/.test(permissions)) return null
  const bits = BigInt(permissions)
  const held = Array.from({ length: BITS }, (_, bit) => bit).filter((bit) => ((bits >> BigInt(bit)) & 1n) === 1n)
  return { permissions, names: held.map((bit) => PERMISSION_NAMES[bit] ?? `bit ${bit}`), scopes: asked.get('scope') ?? '' }
}
