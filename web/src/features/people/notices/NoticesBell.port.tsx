import { ActionIcon, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { INLINE } from '../../../platform/load/shapes.tsx'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Dropdown } from '../../../ui/Dropdown.tsx'
import { bellWords, unreadOf, useNotices } from './use-notices.ts'
import classes from './Notices.module.css'
import { Stack } from '../../../ui/layout.tsx'

const BellList = lazyComponent(async () => (await import('./BellList.tsx')).BellList, { what: 'The notices', shape: INLINE })

/** Something of another feature that the bell counts, and shows above the notices. */
export type BellPart = {
  readonly id: string
  readonly title: string
  readonly count: number
  /** '2 waiting for you' */
  readonly words: string
  readonly content: ReactNode
}

type NoticesBellProps = {
  className?: string | undefined
  size?: number
  parts?: readonly BellPart[]
  /** Below the notices, in the popup. */
  children?: ReactNode
}

/** How many notices are unread and what else there is, and a popup with both: in the bar of the portal and in that of the desktop. */
export function NoticesBell({ className, size = 32, parts = [], children }: NoticesBellProps) {
  const { userId } = useSignedInUser()
  const notices = useNotices(userId)
  const unread = unreadOf(notices ?? []).length
  const shown = parts.filter(({ count }) => count > 0)
  const total = shown.reduce((sum, { count }) => sum + count, unread)
  const words = bellWords(
    unread,
    shown.map((part) => part.words),
  )
  return (
    <Dropdown
      kind="dialog"
      label="Notices"
      align="end"
      width={340}
      renderButton={(button) => (
        <ActionIcon
          {...button}
          variant="subtle"
          color="gray"
          size={size}
          className={[classes.bell, className].filter(Boolean).join(' ')}
          aria-label={words}
          title={words}
        >
          <IconBell size={19} stroke={1.7} aria-hidden />
          {total > 0 && (
            <span className={classes.count} aria-hidden>
              {total > 99 ? '99+' : total}
            </span>
          )}
        </ActionIcon>
      )}
      renderContent={(close) => (
        // The page behind changes with a link, and the popup stays otherwise.
        <Stack gap={18} className={classes.popup} onClick={({ target }) => target instanceof Element && target.closest('a') && close()}>
          {shown.map(({ id, title, content }) => (
            <Stack key={id} as="section" gap={8} aria-label={title}>
              <Text component="h2" size="md" fw={620}>
                {title}
              </Text>
              {content}
            </Stack>
          ))}
          <BellList userId={userId} notices={notices} />
          {children}
        </Stack>
      )}
    />
  )
}
