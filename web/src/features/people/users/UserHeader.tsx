import { Button } from '@mantine/core'
import { hasInvalidSteamHex, type UserRecord } from '@tenfour/contract'
import { IconArrowLeft, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { dateOnly, relativeTime } from '../../../platform/format/dates.ts'
import { UserAvatar } from '../pictures/pictures.port.ts'
import { RoleChip } from '../../../ui/RoleChip.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { TabLinks } from '../../../ui/TabLinks.tsx'
import { lastListSearch } from './list-memory.ts'
import type { DraftField } from './user-draft.ts'
import { TAB_NAMES, tabOfErrors, UserTab } from './user-tabs.ts'
import classes from './UserPage.module.css'
import { UserState } from './UserState.tsx'
import { Row } from '../../../ui/layout.tsx'

type UserHeaderProps = { user: UserRecord; tab: UserTab; changed: readonly DraftField[] }

export function UserHeader({ user, tab, changed }: UserHeaderProps) {
  const seen = relativeTime(user.lastSeenAt)
  // Disabled and deleted accounts are not members, and this page needs Admin, which includes Staff.
  const isMember = !user.isDisabled && !user.isDeleted
  return (
    <>
      <Link to="/admin/users" search={lastListSearch()} className={classes.back}>
        <IconArrowLeft size={16} aria-hidden /> Users
      </Link>
      <Row as="header" gap="12px 16px">
        <UserAvatar user={user} size={52} />
        <div className={classes.identity}>
          <h1 className={classes.name}>{user.name}</h1>
          <Row as="p" gap="0 16px" className="muted anywhere">
            <span>{user.emailAddress}</span>
            <span>Member since {dateOnly(user.createdAt)}</span>
            <span>{seen ? `Seen ${seen}` : 'Never seen'}</span>
          </Row>
        </div>
        <Row gap={6}>
          <UserState user={user} variant="soft" />
          {hasInvalidSteamHex(user) && (
            <StatusBadge tone="warning" variant="soft">
              Steam hex {user.steamId ? 'invalid' : 'missing'}
            </StatusBadge>
          )}
          {user.roles.map(({ roleId, name, roleGroup }) => (
            <RoleChip key={roleId} role={roleGroup.name} name={name} />
          ))}
        </Row>
        {isMember && (
          <Button
            variant="default"
            leftSection={<IconUsers size={17} stroke={1.7} aria-hidden />}
            renderRoot={(props) => <Link to="/staff/members/$userId" params={{ userId: String(user.userId) }} {...props} />}
          >
            Member record
          </Button>
        )}
      </Row>
      <TabLinks label={`Parts of the account of ${user.name}`}>
        {UserTab.options.map((each) => (
          <Link key={each} to="." search={{ tab: each }} resetScroll={false} aria-current={each === tab ? 'page' : undefined}>
            {TAB_NAMES[each]}
            {changed.some((field) => tabOfErrors({ [field]: true }, each) === undefined) && (
              <span className={classes.changed}>
                <span className="visually-hidden">has unsaved changes</span>
              </span>
            )}
          </Link>
        ))}
      </TabLinks>
    </>
  )
}
