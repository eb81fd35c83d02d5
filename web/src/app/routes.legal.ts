import { IdParam, legal, legalStaff, warrantWriters } from '@tenfour/contract'
import { createRoute } from '@tanstack/react-router'
import { WarrantsSearch } from '../features/legal/warrants/lists/warrants-search.ts'
import { guard } from './guards.ts'
import { lazyPage } from './lazy-page.tsx'
import { leadTo } from './outer-routes.ts'
import { rootRoute, shellRoute, userArea } from './shell-routes.ts'

const Warrants = lazyPage(async () => (await import('../features/legal/warrants/lists/WarrantsPage.tsx')).WarrantsPage)
const LegalDraft = lazyPage(async () => (await import('../features/legal/warrants/own/WarrantDraftPage.tsx')).LegalDraftPage)

const warrantsArea = createRoute({ getParentRoute: () => shellRoute, path: '/warrants', beforeLoad: guard({ access: legal }) })
/** The list stays while one warrant after the other is opened beside it. */
const warrantsRoute = createRoute({
  getParentRoute: () => warrantsArea,
  id: 'lists',
  // In addition to the table's own parameters, which the list reads itself.
  validateSearch: WarrantsSearch,
  component: Warrants,
  staticData: { title: 'Manage Warrants' },
})
const warrantsIndex = createRoute({ getParentRoute: () => warrantsRoute, path: '/', staticData: { title: 'Manage Warrants' } })
const warrantRoute = createRoute({
  getParentRoute: () => warrantsRoute,
  path: '/$warrantId',
  beforeLoad: ({ params: { warrantId } }) => void (IdParam.safeParse(warrantId).success || leadTo('/404')()),
  staticData: { title: 'Manage Warrants' },
})
const warrantDraft = createRoute({
  getParentRoute: () => warrantsArea,
  path: '/drafts/$draftId',
  beforeLoad: ({ params: { draftId } }) => void (IdParam.safeParse(draftId).success || leadTo('/404')()),
  component: LegalDraft,
  staticData: { title: 'Draft' },
})
export const warrantsRoutes = warrantsArea.addChildren([warrantsRoute.addChildren([warrantsIndex, warrantRoute]), warrantDraft])

/** The same for who signs warrants by a role that is not of legal services. */
const signerArea = createRoute({ getParentRoute: () => userArea, path: '/legal', beforeLoad: guard({ access: legalStaff }) })
const signerLists = createRoute({
  getParentRoute: () => signerArea,
  id: 'lists',
  validateSearch: WarrantsSearch,
  component: Warrants,
  staticData: { title: 'Manage Warrants' },
})
const signerIndex = createRoute({ getParentRoute: () => signerLists, path: '/', staticData: { title: 'Manage Warrants' } })
const signerWarrant = createRoute({
  getParentRoute: () => signerLists,
  path: '/$warrantId',
  beforeLoad: ({ params: { warrantId } }) => void (IdParam.safeParse(warrantId).success || leadTo('/404')()),
  staticData: { title: 'Manage Warrants' },
})
const signerDraft = createRoute({
  getParentRoute: () => signerArea,
  path: '/drafts/$draftId',
  beforeLoad: ({ params: { draftId } }) => void (IdParam.safeParse(draftId).success || leadTo('/404')()),
  component: LegalDraft,
  staticData: { title: 'Draft' },
})
export const signerRoutes = signerArea.addChildren([signerLists.addChildren([signerIndex, signerWarrant]), signerDraft])

/** What a member wrote, whether they belong to legal staff or not. */
const writersGuard = guard({ access: warrantWriters })
const ownWarrants = createRoute({
  getParentRoute: () => userArea,
  path: '/warrants',
  beforeLoad: writersGuard,
  component: lazyPage(async () => (await import('../features/legal/warrants/own/OwnWarrantsPage.tsx')).OwnWarrantsPage),
  staticData: { title: 'Your warrants' },
})
const ownWarrant = createRoute({
  getParentRoute: () => userArea,
  path: '/warrants/$warrantId',
  beforeLoad: async (visit) => {
    await writersGuard(visit)
    if (!IdParam.safeParse(visit.params.warrantId).success) leadTo('/404')()
  },
  component: lazyPage(async () => (await import('../features/legal/warrants/own/OwnWarrantPage.tsx')).OwnWarrantPage),
  staticData: { title: 'Warrant' },
})
const ownDraft = createRoute({
  getParentRoute: () => userArea,
  path: '/warrants/drafts/$draftId',
  beforeLoad: async (visit) => {
    await writersGuard(visit)
    if (!IdParam.safeParse(visit.params.draftId).success) leadTo('/404')()
  },
  component: lazyPage(async () => (await import('../features/legal/warrants/own/WarrantDraftPage.tsx')).OwnDraftPage),
  staticData: { title: 'Draft' },
})
export const ownWarrantRoutes = [ownWarrants, ownWarrant, ownDraft] as const

/** Documents as they are printed, without the shell: for legal staff, and for writers who are not. */
const WarrantDocumentPage = lazyPage(
  async () => (await import('../features/legal/warrants/document/WarrantDocumentPage.tsx')).WarrantDocumentPage,
)
const warrantDocument = createRoute({
  getParentRoute: () => rootRoute,
  path: '/warrants/$warrantId/print',
  beforeLoad: async (visit) => {
    await guard({ access: legal })(visit)
    if (!IdParam.safeParse(visit.params.warrantId).success) leadTo('/404')()
  },
  component: WarrantDocumentPage,
  staticData: { title: 'Warrant' },
})
const signerDocument = createRoute({
  getParentRoute: () => rootRoute,
  path: '/user/legal/$warrantId/print',
  beforeLoad: async (visit) => {
    await guard({ access: legalStaff })(visit)
    if (!IdParam.safeParse(visit.params.warrantId).success) leadTo('/404')()
  },
  component: WarrantDocumentPage,
  staticData: { title: 'Warrant' },
})
const ownWarrantDocument = createRoute({
  getParentRoute: () => rootRoute,
  path: '/user/warrants/$warrantId/print',
  beforeLoad: async (visit) => {
    await guard({ access: warrantWriters })(visit)
    if (!IdParam.safeParse(visit.params.warrantId).success) leadTo('/404')()
  },
  component: WarrantDocumentPage,
  staticData: { title: 'Warrant' },
})
export const warrantDocuments = [warrantDocument, signerDocument, ownWarrantDocument] as const
