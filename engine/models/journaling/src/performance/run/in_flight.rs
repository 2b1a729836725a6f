//! In-flight I/O, which passes from the file system or a client through a processor to the disks, and back.

use super::{ProcessorTask, Run};
use crate::block::{BLOCK_BYTES, BlockNo};
use crate::requests::{Request, RequestKind};
use pathlength_model::ModelError;

/// A read or write in flight.
#[derive(Clone, Copy, Debug)]
pub(super) struct InFlightIo {
    pub(super) origin: IoOrigin,
    pub(super) first: BlockNo,
    pub(super) blocks: u32,
    /// Number of incomplete pieces.
    pub(super) left: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum IoOrigin {
    /// A request of the file system.
    FileSystem { id: u64, data: bool },
    /// A read of a client.
    Client(u32),
}

impl Run {
    /// Submits the requests of the file system.
    pub(super) fn collect(&mut self) {
        loop {
            let requests = self.fs.take_requests();
            if requests.is_empty() {
                return;
            }
            self.has_changed = true;
            for request in requests {
                let flush = request.kind == RequestKind::Flush;
                self.flush_order.push(request.id, flush);
                if !flush {
                    self.submit_write(&request);
                }
            }
            self.complete_flushes();
        }
    }

    fn submit_write(&mut self, request: &Request) {
        let blocks = request.contents.len() as u32;
        let bytes = u64::from(blocks) * BLOCK_BYTES;
        let data = request.kind == RequestKind::Data;
        let (sum, logged) = match request.kind {
            RequestKind::Data => (&mut self.written.data, false),
            RequestKind::Metadata => (&mut self.written.metadata, false),
            RequestKind::JournaledData => (&mut self.written.journaled_data, true),
            RequestKind::Home => (&mut self.written.home, false),
            RequestKind::Journal | RequestKind::LogStart | RequestKind::Flush => (&mut self.written.journal, true),
        };
        *sum += bytes;
        self.data_in_flight += if data { blocks } else { 0 };
        let us = if logged { f64::from(blocks) * self.setup.costs.log_block_us } else { 0.0 };
        let origin = IoOrigin::FileSystem { id: request.id, data };
        self.submit(InFlightIo { origin, first: request.first, blocks, left: 0 }, us);
    }

    /// Submits an I/O to a processor. The I/O takes `more` microseconds of processor time in addition to the request
    /// costs.
    pub(super) fn submit(&mut self, io: InFlightIo, more: f64) {
        self.requests += 1;
        let number = self.free_slots.pop().unwrap_or(self.in_flight.len() as u32);
        match self.in_flight.get_mut(number as usize) {
            Some(old) => *old = io,
            None => self.in_flight.push(io),
        }
        let costs = &self.setup.costs;
        let us = costs.request_us + f64::from(io.blocks) * costs.request_page_us + more;
        self.start_task(ProcessorTask { is_request: true, number, time: self.processor_time(us) });
    }

    /// Sends a request to the disks.
    pub(super) fn send(&mut self, number: u32) {
        let InFlightIo { first, blocks, .. } = self.in_flight[number as usize];
        self.in_flight[number as usize].left = self.disks.send(number, first, blocks, self.now, &mut self.timers);
    }

    /// Completes a piece of a request.
    pub(super) fn complete_piece(&mut self, number: u32) -> Result<(), ModelError> {
        let io = &mut self.in_flight[number as usize];
        io.left -= 1;
        if io.left > 0 {
            return Ok(());
        }
        let InFlightIo { origin, blocks, .. } = *io;
        self.free_slots.push(number);
        match origin {
            IoOrigin::Client(number) => {
                let client = &mut self.clients[number as usize];
                client.reads -= 1;
                if client.reads == 0 {
                    client.has_read = true;
                    self.run_client(number)?;
                }
            }
            IoOrigin::FileSystem { id, data } => {
                self.data_in_flight -= if data { blocks } else { 0 };
                self.has_changed |= data;
                self.flush_order.complete(id);
                self.fs.complete(id, self.now);
                self.complete_flushes();
                self.collect();
                if data {
                    self.write_back_excess();
                }
                self.retry()?;
            }
        }
        Ok(())
    }

    /// Completes the flushes whose earlier requests are all complete.
    fn complete_flushes(&mut self) {
        while let Some(id) = self.flush_order.next_flush() {
            self.fs.complete(id, self.now);
        }
    }
}
