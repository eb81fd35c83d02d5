import { UNIT_CLASS, UNIT_STATUS, type UnitStatus } from '@tenfour/contract'
import { useEffect } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { focusPanel, openNewCall } from '../../../panels/selection.ts'
import { boardStore, setOwnStatus } from '../board/board.port.ts'
import { focusCommandInput } from './command-input.ts'
import { showGuide } from './guide-state.ts'
import { situationOf } from './key-situation.ts'
import { shortcutOf } from './shortcuts.ts'

/** Handles the global keys of the desktop. */
export function useShortcuts(): void {
  const { userId, duty } = useSignedInUser()
  const isCivilian = duty?.unitClass === UNIT_CLASS.Other
  const isOnDuty = duty !== null
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const action = shortcutOf(event, situationOf(event))
      if (!action) return
      switch (action.kind) {
        case 'command-line':
          if (!focusCommandInput()) return
          break
        case 'guide':
          showGuide('keys')
          break
        case 'log':
          if (isCivilian) return
          focusPanel('call')
          break
        case 'new-call':
          if (isCivilian) focusPanel('emergency')
          else openNewCall()
          break
        case 'status':
          if (!isOnDuty || isCivilian) return
          setStatus(userId, action.status).catch(reportError)
      }
      event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [userId, isCivilian, isOnDuty])
}

/** Keys are easily pressed by accident, so ending a patrol by key asks for confirmation. */
async function setStatus(userId: number, status: UnitStatus): Promise<void> {
  const own = boardStore().get().units.get(userId)
  if (own?.status === status) return
  if (status === UNIT_STATUS.offDuty && own?.callId === null) {
    const isSure = await confirm({
      title: 'Go off duty?',
      confirmLabel: 'Go off duty',
      cancelLabel: 'Stay on duty',
      startsAtCancel: true,
    })
    if (!isSure) return
  }
  await setOwnStatus(userId, status)
}
