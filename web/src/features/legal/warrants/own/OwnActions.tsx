import type { ButtonProps } from '@mantine/core'
import { changeWarrant, takeBackWarrant, type WarrantSummary } from '@tenfour/contract'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { ActionButton } from '../../../../ui/ActionButton.tsx'
import { confirm } from '../../../../ui/confirm.tsx'
import { keepWarrant, refreshWarrant } from '../warrants.queries.ts'

type OwnActionProps = { warrant: Pick<WarrantSummary, 'warrantId' | 'number' | 'version'>; size?: ButtonProps['size'] }

/** Opens the draft that changes a returned warrant; the one that is there, if there is one. */
export function ChangeButton({ warrant: { warrantId, number }, size = 'sm' }: OwnActionProps) {
  const navigate = useNavigate()
  const open = async () => {
    try {
      const { draftId } = await call(changeWarrant, { params: { warrantId } })
      await navigate({ to: '/user/warrants/drafts/$draftId', params: { draftId: String(draftId) } })
    } catch (error) {
      reportError(error, `${number} was not opened for changes`)
    }
  }
  return (
    <ActionButton size={size} variant="light" action={open}>
      Change<span className="visually-hidden"> {number}</span>
    </ActionButton>
  )
}

/** Takes a warrant back that is not decided yet, so that it can be changed. */
export function TakeBackButton({ warrant: { warrantId, number, version }, size = 'sm' }: OwnActionProps) {
  const takeBack = async () => {
    const isSure = await confirm({
      title: `Withdraw ${number}?`,
      body: 'The warrant leaves review. You can change it and submit it again.',
      confirmLabel: 'Withdraw',
    })
    if (!isSure) return
    try {
      keepWarrant(await call(takeBackWarrant, { params: { warrantId }, body: { version } }))
      notify.success(`${number} was withdrawn. You can change it now.`)
      // This button is gone; what comes next is to change it.
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-own-actions] button')?.focus())
    } catch (error) {
      reportError(error, `${number} was not withdrawn`)
      await refreshWarrant(warrantId)
    }
  }
  return (
    <ActionButton size={size} variant="default" action={takeBack}>
      Withdraw<span className="visually-hidden"> {number}</span>
    </ActionButton>
  )
}
