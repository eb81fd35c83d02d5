import { Menu } from '@mantine/core'
import {
  IconArrowMerge,
  IconArrowsExchange,
  IconBellRinging,
  IconCircleCheck,
  IconClipboardText,
  IconFileText,
  IconMap,
  IconRotate,
  IconSend,
  IconUserPlus,
} from '@tabler/icons-react'
import type { MenuPoint } from '../../../../ui/menu-point.ts'
import { PointMenu } from '../../../../ui/PointMenu.tsx'
import { isPlaced } from '../../../../map/distance.ts'
import { focusPanel, openNewReport, selectCall, showOnMap } from '../../../../panels/selection.ts'
import { useBoardActions, useCall, useMayDispatch, useOwnUnit } from '../../board/board.port.ts'
import { writesReports } from '../../../../panels/panel.ts'
import type { CallDialog } from '../dialogs/CallDialogs.tsx'
import { reopen } from '../repair.ts'

export type CallMenuAt = MenuPoint & { readonly callId: number }
type CallMenuProps = { at: CallMenuAt; onAsk: (dialog: CallDialog) => void; onClose: () => void }

const ICON = { size: 16, stroke: 1.7 } as const

/** The context menu of a call: right click, long press or menu key. */
export function CallMenu({ at, onAsk, onClose }: CallMenuProps) {
  const { callId } = at
  const call = useCall(callId)
  const own = useOwnUnit()
  const mayDispatch = useMayDispatch()
  const actions = useBoardActions()
  const isOnIt = own !== undefined && own.callId === callId
  const ask = (kind: CallDialog['kind']) => () => onAsk({ kind, callId })
  const open = () => {
    selectCall(callId)
    focusPanel('call')
  }
  return (
    <PointMenu at={at} title={call ? `${callId} ${call.title}` : String(callId)} onClose={onClose}>
      <Menu.Item leftSection={<IconFileText {...ICON} />} onClick={open}>
        Open
      </Menu.Item>
      {call && isPlaced(call) ? (
        <Menu.Item leftSection={<IconMap {...ICON} />} onClick={() => showOnMap(call)}>
          Show on map
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconMap {...ICON} />} disabled>
          No map position
        </Menu.Item>
      )}
      {writesReports(own) && (
        <Menu.Item leftSection={<IconClipboardText {...ICON} />} onClick={() => openNewReport(callId)}>
          Write report…
        </Menu.Item>
      )}
      {!call && mayDispatch && (
        <Menu.Item leftSection={<IconRotate {...ICON} />} onClick={() => void reopen(callId)}>
          Reopen
        </Menu.Item>
      )}
      {call && (
        <>
          {mayDispatch && (
            <Menu.Item leftSection={<IconSend {...ICON} />} onClick={ask('assign')}>
              Send units…
            </Menu.Item>
          )}
          {own && !mayDispatch && !isOnIt && (
            <Menu.Item leftSection={<IconUserPlus {...ICON} />} onClick={() => void actions.assign([own.userId], callId)}>
              Attach me
            </Menu.Item>
          )}
          {mayDispatch && (
            <>
              <Menu.Item leftSection={<IconArrowMerge {...ICON} />} onClick={ask('merge')}>
                Merge…
              </Menu.Item>
              <Menu.Item leftSection={<IconArrowsExchange {...ICON} />} onClick={ask('transfer')}>
                Transfer…
              </Menu.Item>
              <Menu.Item leftSection={<IconBellRinging {...ICON} />} onClick={ask('tone')}>
                Tone…
              </Menu.Item>
            </>
          )}
          {(mayDispatch || isOnIt) && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconCircleCheck {...ICON} />} onClick={ask('clear')}>
                Clear…
              </Menu.Item>
            </>
          )}
        </>
      )}
    </PointMenu>
  )
}
