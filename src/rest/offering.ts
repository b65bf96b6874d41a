import { z } from 'zod';
import { offering, toOfferingResource } from '../contract/offering.ts';
import { shownPlan, toPlanResource } from '../contract/plan.ts';
import { getByUuid } from '../domain/get-by-uuid.ts';
import { formatExactJson } from '../domain/input/exact-json.ts';
import { parseUuid } from '../domain/input/identifiers.ts';
import { answerList, listOf, pageParameters } from './paged-list.ts';
import { type RestRoute, readRoute } from './route.ts';

const path = '/subscriptions/offerings';
const shared = { ...readRoute, isOpen: true } as const;

export const offeringRoutes: readonly RestRoute[] = [
  {
    ...shared,
    operationId: 'listOfferings',
    summary: 'What the store sells by subscription, in the order of its creation.',
    path,
    query: pageParameters,
    response: listOf(offering),
    answer: (request) =>
      answerList(
        request,
        (page) => request.services.subscriptions.listOfferings(request.requestContext, page),
        toOfferingResource,
      ),
  },
  {
    ...shared,
    operationId: 'getOffering',
    summary: 'An offering, as it is now.',
    path: `${path}/:id`,
    response: z.object({ data: offering }),
    errors: [404],
    async answer({ requestContext, services, param }) {
      const find = async (id: string) => (await services.subscriptions.getManyOfferings(requestContext, [id])).get(id);
      const found = await getByUuid('offering', param('id'), find);
      return formatExactJson({ data: toOfferingResource(found) });
    },
  },
  {
    ...shared,
    operationId: 'listOfferingPlans',
    summary: 'The plans of an offering, by their ids.',
    path: `${path}/:id/plans`,
    query: pageParameters,
    response: listOf(shownPlan),
    errors: [404],
    answer: (request) => {
      const { services, requestContext, param } = request;
      const id = parseUuid(param('id'));
      return answerList(request, (page) => services.subscriptions.listPlans(requestContext, id, page), toPlanResource);
    },
  },
];
