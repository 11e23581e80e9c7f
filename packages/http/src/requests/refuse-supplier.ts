/** What a supplier's key may not do, and from where. It is judged before anything of the body is read. */
import {
  addressRange,
  allowedBy,
  ApiError,
  isPaused,
  literalAddress,
  type Supplier,
} from '@sluice/contracts';
import { clientAddress } from '@sluice/process';
import type { Request } from 'express';
import type { AnyEndpoint, TenantScope } from '../route.js';

/**
 * Refuses the wrong kind of key, a supplier's call from an address that is not its own, and the submit of one that is
 * paused; without an endpoint the method is one that the path does not have, which no key is told apart by.
 * @throws ApiError FORBIDDEN
 */
export function refuseForeign(
  request: Request,
  { supplier }: TenantScope,
  endpoint: AnyEndpoint | undefined,
): void {
  const isOpen = supplier ? endpoint?.openTo !== undefined : endpoint?.openTo !== 'suppliers';
  if (endpoint && !isOpen) throw new ApiError('FORBIDDEN');
  if (!supplier) return;
  if (!isOwnAddress(supplier, clientAddress(request))) throw new ApiError('FORBIDDEN');
  if (endpoint?.createsWork && isPaused(supplier))
    throw new ApiError('FORBIDDEN', { message: 'supplier is paused' });
}

function isOwnAddress({ ipAllow }: Supplier, from: string): boolean {
  if (ipAllow === undefined) return true;
  const address = literalAddress(from);
  const ranges = ipAllow.flatMap((text) => addressRange(text) ?? []);
  return address !== undefined && allowedBy(ranges, address);
}
