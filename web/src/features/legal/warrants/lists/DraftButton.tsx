import { Button, type ButtonProps } from '@mantine/core'
import { startWarrant, WarrantType } from '@tenfour/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { useLegalPages } from '../../../../platform/session/areas.ts'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { typeWords } from '../warrant.labels.ts'
import { Stack } from '../../../../ui/layout.tsx'
import classes from '../decide/WarrantDialogs.module.css'

const HELP: Readonly<Record<WarrantType, string>> = {
  arrest: 'A person who is believed to have committed an offence is to be arrested.',
  search: 'A person, a vehicle or a place is to be searched for something.',
  bench: 'A person who did not appear in court, or did not obey it, is to be arrested.',
}

/** Asks for the type, then opens the new draft. */
export function DraftButton({ size = 'sm', variant = 'filled' }: Pick<ButtonProps, 'size' | 'variant'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size={size} variant={variant} onClick={() => setOpen(true)}>
        Draft warrant
      </Button>
      {isOpen && <TypeDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function TypeDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const pages = useLegalPages()
  const [isBusy, setBusy] = useState(false)
  const start = async (type: WarrantType) => {
    if (isBusy) return
    setBusy(true)
    try {
      // Legal staff may be on a call as a unit, which has nothing to do with it.
      const { draftId } = await call(startWarrant, { body: { type, callId: null } })
      await navigate({ to: pages.draft, params: { draftId: String(draftId) } })
    } catch (error) {
      reportError(error, 'No warrant was drafted')
      setBusy(false)
    }
  }
  return (
    <FormModal title="Draft warrant" onClose={onClose} size={420}>
      <Stack gap={8}>
        {WarrantType.options.map((type, at) => (
          <button key={type} type="button" className={classes.type} data-autofocus={at === 0 || undefined} onClick={() => void start(type)}>
            <strong>{typeWords(type)}</strong>
            <span>{HELP[type]}</span>
          </button>
        ))}
      </Stack>
    </FormModal>
  )
}
