/** Sends what a visitor filled in, from your server, because the key must reach no browser. */
import { ApiFailure, createClient, type ClientOptions } from '@sluice/client';

/** The fields of the form, `requestId` among them, which is made with the page. */
export interface Form {
  readonly requestId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly site?: string;
  readonly click?: string;
}

/** What to tell the visitor: that it was sent and, as soon as it is known, what became of it; or what to correct. */
export type Told =
  | { readonly leadId: string; readonly outcome?: 'accepted' | 'duplicate' | 'pending' | 'rejected' }
  | { readonly problems: readonly string[] };

/** The client retries by itself. Rejects if Sluice cannot be reached, or the key or the campaign is wrong. */
export async function submitForm(form: Form, service: ClientOptions): Promise<Told> {
  const { requestId, firstName, lastName, email, phone, site, click } = form;
  try {
    const { leadId, outcome } = await createClient(service).submitLead({
      body: {
        campaignId: 'SELRU',
        firstName,
        lastName,
        email,
        phone,
        attribution: { subId1: site, subId2: click },
      },
      idempotencyKey: requestId,
      waitSeconds: 5,
    });
    return { leadId, outcome };
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.code === 'VALIDATION_ERROR')
      return { problems: failure.details };
    throw failure;
  }
}
