import { ActionIcon } from '@mantine/core'
import { mayGivePower, previewEntitlement, removeEntitlement, type Entitlement, type EntitlementRole } from '@tenfour/contract'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { errorInfo } from '../../../ui/error-info.ts'
import { concernedWords, giftWords, type Entitlements } from './entitlement.labels.ts'
import { refreshEntitlements, useMayEntitle } from './entitlements.queries.ts'
import classes from './Entitlements.module.css'

type GiftChipProps = {
  entitlement: Entitlement
  /** Whose it is: 'LSPD Sergeant'. */
  of: string
  known: Entitlements
  onRemoved: () => void
}

/** Something that is given, with what is wrong about it, and the way to stop giving it. */
export function GiftChip({ entitlement: { entitlementId, source, gift }, of, known, onRemoved }: GiftChipProps) {
  const { mayChange } = useMayEntitle()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const name = giftWords(gift, known)
  const role = gift.kind === 'discordRole' ? known.roles.find(({ roleId }) => roleId === gift.roleId) : undefined
  const group = gift.kind === 'aceGroup' ? known.aceGroups.find((each) => each.name === gift.aceGroup) : undefined
  const isWithheld = role?.isPowerful === true && !mayGivePower(source.kind)
  const note =
    gift.kind === 'discordRole' ? roleNote(role, isWithheld) : gift.kind === 'aceGroup' && !group?.servers.length ? 'no server has it' : ''

  const remove = async () => {
    setBusy(true)
    setProblem('')
    try {
      const concerned = await call(previewEntitlement, { body: { remove: entitlementId }, quiet: true })
      const body = concernedWords(concerned, 'lose', gift.kind)
      if (!(await confirm({ title: `No longer give ${name} to ${of}?`, body, confirmLabel: 'Stop giving it', danger: true }))) return
      await call(removeEntitlement, { params: { entitlementId }, quiet: true })
      notify.success(`${name} is no longer given to ${of}`)
      // Before it is gone with its button.
      onRemoved()
    } catch (error) {
      // Someone else was faster.
      if (error instanceof ApiError && error.status === 404) onRemoved()
      else setProblem(errorInfo(error).message)
    } finally {
      setBusy(false)
      void refreshEntitlements()
    }
  }
  return (
    <>
      <span
        className={classes.gift}
        data-gone={role?.isGone || undefined}
        title={isWithheld ? WITHHELD : role?.isPowerful ? POWERFUL : (group?.servers.join(', ') ?? undefined)}
      >
        {gift.kind === 'discordRole' && <i className={classes.dot} style={{ background: colourOf(role) }} aria-hidden />}
        <span className={classes.giftName} title={name}>
          {name}
        </span>
        {severalGuilds(known) && role && <span className="faint">{role.guildName}</span>}
        {note && <span className={classes.giftNote}>{note}</span>}
        {mayChange(gift, known.roles) && (
          <ActionIcon
            size={20}
            variant="subtle"
            color="gray"
            aria-label={`No longer give ${name} to ${of}`}
            // Not disabled while it is removed: it would lose the focus.
            aria-busy={isBusy || undefined}
            onClick={() => void (isBusy || remove())}
          >
            <IconX size={13} aria-hidden />
          </ActionIcon>
        )}
      </span>
      {problem && (
        <span className={classes.problem} role="alert">
          {problem}
        </span>
      )}
    </>
  )
}

const POWERFUL = 'Has power over the Discord server: only an admin decides who gets it'
const WITHHELD =
  'This role has gained power over the Discord server since then, so nobody new gets it: stop giving it, or take the power away in Discord.'
const roleNote = (role: EntitlementRole | undefined, isWithheld: boolean): string =>
  !role || role.isGone ? 'deleted in Discord' : isWithheld ? 'not given: powerful' : role.isPowerful ? 'powerful' : ''

export const severalGuilds = ({ roles }: Pick<Entitlements, 'roles'>): boolean => new Set(roles.map(({ guildName }) => guildName)).size > 1

/** Discord's 0 is no colour. */
const colourOf = (role: EntitlementRole | undefined): string =>
  !role || role.color === 0 ? 'var(--line-strong)' : `#${role.color.toString(16).padStart(6, '0')}`
