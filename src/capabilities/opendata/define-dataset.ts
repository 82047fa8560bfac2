import type { z } from "zod";
import { type Capability, defineCapability } from "../capability.ts";
import type { RestOffer } from "../offers.ts";
import { type DatasetServices, datasetInput } from "./dataset-content.ts";

type DatasetCapability<Output extends z.ZodType> = Capability<typeof datasetInput, Output>;

/** What differs from dataset to dataset. */
interface Dataset<Output extends z.ZodType>
  extends Pick<DatasetCapability<Output>, "name" | "title" | "description" | "output"> {
  /** The file under `/api/opendata/`, and what its bytes are. */
  readonly file: NonNullable<RestOffer<z.output<Output>>["file"]> & { readonly name: string };
  readonly content: (services: DatasetServices) => z.output<Output>;
}

/** A capability that gives a dataset: a file that anybody may download, and that a cache may keep for an hour. */
export function defineDataset<Output extends z.ZodType>(dataset: Dataset<Output>): DatasetCapability<Output> {
  const { name, title, description, output, content } = dataset;
  const { name: fileName, ...file } = dataset.file;
  return defineCapability({
    name,
    title,
    description,
    access: "public",
    input: datasetInput,
    output,
    rest: [{ method: "GET", path: `/api/opendata/${fileName}`, limits: ["rest_opendata_files"], maxAge: 300, file }],
    web: { limits: [] },
    run: (_input, services) => content(services),
  });
}
