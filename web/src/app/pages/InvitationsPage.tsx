import { PostInvitation } from '../../features/community/posts/PostInvitation.port.tsx'
import { InvitationsPage as Invitations } from '../../features/people/invitations/InvitationsPage.tsx'

/** People must not depend on Discord, so what posts an invitation there is passed in here. */
export const InvitationsPage = () => <Invitations Post={PostInvitation} />
