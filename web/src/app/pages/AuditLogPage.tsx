import { AuditPage } from '../../features/people/audit/AuditPage.tsx'
import { UserPicker } from '../../features/people/users/UserPicker.tsx'

/** The users feature depends on the audit feature, so the user picker is passed in here to avoid a cycle. */
export const AuditLogPage = () => <AuditPage UserPicker={UserPicker} />
